import { isRecord, parseRecord } from '../../core/lib/json.ts'
import type { Recording, RecordedStep } from './recording.ts'

/** Reads a recording of an earlier page, which has ended. Any script of the origin can write it: `undefined` if it is none. */
export function readRecording(text: string): Recording | undefined {
  const { address, startedAt, leftAt, missing, user, steps, events, problems } = parseRecord(text)
  if (typeof address !== 'string' || !isNumber(startedAt) || !areSteps(steps)) return undefined
  return {
    address,
    startedAt,
    steps,
    ...(isNumber(leftAt) && { leftAt }),
    ...(isNumber(missing) && { missing }),
    ...(typeof user === 'string' && { user }),
    reported: { events: listOf(events), problems: listOf(problems) },
    isRunning: () => false,
    stop() {},
  }
}

const isNumber = (given: unknown): given is number => Number.isFinite(given)
const listOf = (given: unknown) => (Array.isArray(given) ? (given as readonly unknown[]) : [])

const areSteps = (given: unknown): given is readonly RecordedStep[] => Array.isArray(given) && given.every(isStep)

function isStep(given: unknown): boolean {
  if (!isRecord(given) || !isNumber(given['at'])) return false
  const { type, who, owner, values, name, properties, service, status } = given
  if (type === 'who') return isWho(who)
  if (type === 'flags') return isRecord(values)
  if (type === 'answer') return typeof service === 'string' && isNumber(status)
  return type === 'track' && typeof name === 'string' && isRecord(properties) && (owner === undefined || isWho(owner))
}

const isWho = (given: unknown) => given === 'nobody' || (isRecord(given) && isNumber(given['person']))
