import { isRecord, ofRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { invalid, type Parsed } from '../json/parsed.ts'
import { readEnvironment, type Environment } from './environment.ts'
import { segmentProblems } from './segmentProblems.ts'
import { completeSegment, type ServerSegment } from './serverFlag.ts'

/**
 * The content of flags.json: which client-side id serves which promotion level, the vendor's server-side flag JSON, and under
 * `perEnvironment`, by client-side id, what an environment has otherwise.
 */
export interface FlagsFile {
  /** By client-side id, in the order in which the levels name them. */
  readonly environments: ReadonlyMap<string, Environment>
  readonly segments: Readonly<Record<string, ServerSegment>>
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
    if (!ids.has(id)) problems.push(`"perEnvironment" has ${id}, which is the environment of no level.`)
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
  if (problems.length > 0) return invalid(...new Set(problems))
  return { outcome: 'ok', value: { environments: new Map(read), segments: Object.fromEntries(readSegments) } }
}

function isEnvironments(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false
  const ids = Object.values(value)
  return ids.length > 0 && ids.every((id) => typeof id === 'string' && id !== '')
}
