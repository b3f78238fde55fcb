import { isRecord, ofRecord } from '../json/isRecord.ts'
import { invalid, type Parsed } from '../json/parsed.ts'
import { flagProblems } from './flagProblems.ts'
import { completeFlag, type ServerFlag } from './serverFlag.ts'

/** What the flag service knows of one client-side id. */
export interface Environment {
  readonly id: string
  /** The promotion levels it serves. */
  readonly levels: readonly string[]
  readonly flags: Readonly<Record<string, ServerFlag>>
  /** In secure mode, a context is answered only with its hash made with this key. */
  readonly secureModeKey?: string
}

/** `own`: what `perEnvironment` says of it; fields of a flag there take the place of the shared ones. */
export function readEnvironment(
  { id, levels }: Pick<Environment, 'id' | 'levels'>,
  shared: Readonly<Record<string, unknown>>,
  own: unknown = {},
): Parsed<Environment> {
  if (!isRecord(own)) return invalid(`"perEnvironment": ${id} must be an object.`)
  const { flags: ownFlags = {}, secureModeKey } = own
  if (!isRecord(ownFlags)) return invalid(`"perEnvironment": the "flags" of ${id} must be an object with flags by key.`)
  if (secureModeKey !== undefined && (typeof secureModeKey !== 'string' || secureModeKey === ''))
    return invalid(`"perEnvironment": the "secureModeKey" of ${id} must be a text.`)

  const problems: string[] = []
  const flags: [string, ServerFlag][] = []
  for (const key of new Set([...Object.keys(shared), ...Object.keys(ownFlags)])) {
    const [ofAll, ofThis] = [ofRecord(shared, key), ofRecord(ownFlags, key)]
    const flag = isRecord(ofAll) && isRecord(ofThis) ? { ...ofAll, ...ofThis } : (ofThis ?? ofAll)
    const found = flagProblems(key, flag)
    if (found.length > 0) problems.push(...found)
    else flags.push([key, completeFlag(key, flag as Partial<ServerFlag>)])
  }
  if (problems.length > 0) return invalid(...problems)
  const environment = { id, levels, flags: Object.fromEntries(flags) }
  return { outcome: 'ok', value: secureModeKey === undefined ? environment : { ...environment, secureModeKey } }
}
