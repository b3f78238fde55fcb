import { isRecord } from '../json/isRecord.ts'

/** The names of the scripts that start the services and generate the flags module. */
export interface ScriptNames {
  readonly services: string
  readonly flags: string
}

/** Finds the scripts by their commands. A missing one gets its usual name, or another one if the project uses that name. */
export function scriptNames(scripts: unknown): ScriptNames {
  const given = isRecord(scripts) ? scripts : {}
  const nameOf = (usual: string, command: RegExp) =>
    Object.keys(given).find((name) => command.test(String(given[name]))) ??
    (Object.hasOwn(given, usual) ? `telltale:${usual}` : usual)
  return { services: nameOf('services', /\btelltale dev\b/), flags: nameOf('flags', /\btelltale types\b/) }
}
