import { command } from '../feed/command.ts'

/** Asks the services to write a flag's switch into flags.json. Resolves with what went wrong, if anything did. */
export function setFlag(environment: string, key: string, on: boolean): Promise<string | undefined> {
  return command(`/console/flags/${encodeURIComponent(key)}`, { environment, on })
}
