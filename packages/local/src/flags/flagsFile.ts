import { isRecord, ofRecord } from '../json/isRecord.ts'
import { invalid, parseJson, type Parsed } from '../json/parseJson.ts'
import { fileWarnings } from './fileWarnings.ts'
import { flagProblems, segmentProblems } from './flagProblems.ts'
import { referenceWarnings } from './referenceWarnings.ts'
import { completeFlag, completeSegment, type ServerFlag, type ServerSegment } from './serverFlag.ts'

/**
 * The content of flags.json: the client-side id of each promotion level, flags in the vendor's server-side JSON, and under
 * `perEnvironment`, by client-side id, what is different in an environment.
 */
export interface FlagsFile {
  /** By client-side id, in the order of the levels. */
  readonly environments: ReadonlyMap<string, Environment>
  readonly segments: Readonly<Record<string, ServerSegment>>
  /** Sentences about what is probably not meant, such as fields that have no effect. */
  readonly warnings: readonly string[]
}

/** The flags of one client-side id. */
export interface Environment {
  readonly id: string
  /** The promotion levels it serves. */
  readonly levels: readonly string[]
  readonly flags: Readonly<Record<string, ServerFlag>>
  /** In secure mode, a request must have the hash of its context, computed with this key. */
  readonly secureModeKey?: string
}

const EXAMPLE = '"environments": { "production": "my-client-side-id" }'

export function readFlagsFile(text: string): Parsed<FlagsFile> {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return json
  const content = json.value
  if (!isRecord(content)) return invalid('It must be a JSON object with "environments" and "flags".')

  const { environments, flags, segments = {}, perEnvironment = {} } = content
  const problems: string[] = []
  if (!isEnvironments(environments)) problems.push(`It needs an environment id for each promotion level: ${EXAMPLE}.`)
  if (!isRecord(flags)) problems.push('It needs "flags": an object with the flags by key.')
  if (!isRecord(segments)) problems.push('"segments" must be an object with the segments by key.')
  if (!isRecord(perEnvironment)) problems.push('"perEnvironment" must be an object with the environments by id.')
  if (!isEnvironments(environments) || !isRecord(flags) || !isRecord(segments) || !isRecord(perEnvironment))
    return invalid(...problems)

  const ids = new Set(Object.values(environments))
  for (const id of Object.keys(perEnvironment))
    if (!ids.has(id)) problems.push(`"perEnvironment" has ${id}, which is not the environment of any level.`)
  const read: [string, Environment][] = []
  for (const id of ids) {
    const levels = Object.keys(environments).filter((level) => environments[level] === id)
    const environment = readEnvironment({ id, levels }, flags, ofRecord(perEnvironment, id))
    if (environment.outcome === 'invalid') problems.push(...environment.problems)
    else read.push([id, environment.value])
  }
  const readSegments: [string, ServerSegment][] = []
  for (const [key, segment] of Object.entries(segments)) {
    const found = segmentProblems(key, segment)
    problems.push(...found)
    if (found.length === 0 && isRecord(segment)) readSegments.push([key, completeSegment(key, segment)])
  }
  const warnings = fileWarnings(content)
  if (problems.length > 0) return invalid(...new Set([...problems, ...warnings]))
  const ofFile = { environments: new Map(read), segments: Object.fromEntries(readSegments) }
  const references = read.flatMap(([, own]) => referenceWarnings(own.flags, ofFile.segments))
  return { outcome: 'ok', value: { ...ofFile, warnings: [...warnings, ...new Set(references)] } }
}

/** `own` is the environment's part of `perEnvironment`. Its fields replace those of the shared flag. */
function readEnvironment(
  { id, levels }: Pick<Environment, 'id' | 'levels'>,
  shared: Readonly<Record<string, unknown>>,
  own: unknown = {},
): Parsed<Environment> {
  if (!isRecord(own)) return invalid(`"perEnvironment": ${id} must be an object.`)
  const { flags: ownFlags = {}, secureModeKey } = own
  if (!isRecord(ownFlags)) return invalid(`"perEnvironment": the "flags" of ${id} must be an object with flags by key.`)
  if (secureModeKey !== undefined && (typeof secureModeKey !== 'string' || secureModeKey === ''))
    return invalid(`"perEnvironment": the "secureModeKey" of ${id} must be a string.`)

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

function isEnvironments(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false
  const ids = Object.values(value)
  return ids.length > 0 && ids.every((id) => typeof id === 'string' && id !== '')
}
