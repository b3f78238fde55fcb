import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { invalid, type Parsed } from '../json/parsed.ts'
import { flagProblems } from './flagProblems.ts'
import { completeFlag, type ServerFlag, type ServerSegment } from './serverFlag.ts'

/** The content of flags.json: which client-side id serves which promotion level, and the vendor's server-side flag JSON. */
export interface FlagsFile {
  /** Client-side environment ids by promotion level. */
  readonly environments: Readonly<Record<string, string>>
  readonly flags: Readonly<Record<string, ServerFlag>>
  readonly segments: Readonly<Record<string, ServerSegment>>
}

const EXAMPLE = '"environments": { "production": "my-client-side-id" }'

export function readFlagsFile(text: string): Parsed<FlagsFile> {
  const json = parseJson(text)
  if (json.outcome === 'invalid') return json
  const content = json.value
  if (!isRecord(content)) return invalid('It must be a JSON object with "environments" and "flags".')

  const { environments, flags, segments = {} } = content
  const problems: string[] = []
  if (!isEnvironments(environments)) problems.push(`It needs an environment id for each promotion level: ${EXAMPLE}.`)
  if (!isRecord(flags)) problems.push('It needs "flags": an object with the flags by key.')
  if (!isRecord(segments)) problems.push('"segments" must be an object with the segments by key.')
  if (!isEnvironments(environments) || !isRecord(flags) || !isRecord(segments)) return invalid(...problems)

  const read: [string, ServerFlag][] = []
  for (const [key, flag] of Object.entries(flags)) {
    const found = flagProblems(key, flag)
    if (found.length > 0) problems.push(...found)
    else read.push([key, completeFlag(key, flag as Partial<ServerFlag>)])
  }
  const readSegments: [string, ServerSegment][] = []
  for (const [key, segment] of Object.entries(segments)) {
    if (!isRecord(segment)) problems.push(`Segment "${key}" must be an object.`)
    else readSegments.push([key, { version: 1, included: [], excluded: [], rules: [], salt: key, ...segment, key }])
  }
  if (problems.length > 0) return invalid(...problems)
  return {
    outcome: 'ok',
    value: { environments, flags: Object.fromEntries(read), segments: Object.fromEntries(readSegments) },
  }
}

function isEnvironments(value: unknown): value is Record<string, string> {
  if (!isRecord(value)) return false
  const ids = Object.values(value)
  return ids.length > 0 && ids.every((id) => typeof id === 'string' && id !== '')
}
