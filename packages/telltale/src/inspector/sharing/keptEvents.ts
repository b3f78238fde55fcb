import { attempt } from '../../core/lib/attempt.ts'
import { isRecord, parseRecord } from '../../core/lib/json.ts'
import { PREFIX } from '../../platform/webStorage.ts'
import type { Seen, SeenAttempt, SeenDelivery, SeenEvent } from '../seen.ts'

/** An event of the page before, without its properties and its user: the browser keeps it. */
type Kept = Pick<SeenEvent, 'id' | 'name' | 'at' | 'pendingAt' | 'completedAt' | 'storedAt'> & {
  readonly deliveries: readonly (readonly [string, SeenDelivery])[]
}

/** The maximum number of events that are kept; those that wait come first, then the latest. */
const MAX_KEPT = 200

/** Keeps the events of this tab that wait or have failed, and the latest answers of the destinations, from a page to the next one. */
export function keptEvents(app: string, { events, attempts }: Pick<Seen, 'events' | 'attempts'>) {
  const name = `${PREFIX}inspected:${app}`
  return {
    store() {
      const kept = [...events.values()]
        .filter((event) => isWaiting(event) || isDropped(event))
        .sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)) || other.at - one.at)
        .slice(0, MAX_KEPT)
        .sort((one, other) => one.at - other.at)
        .map(({ event: _event, deliveries, ...rest }) => ({ ...rest, deliveries: [...deliveries] }))
      const answers = [...attempts.values()].filter(({ outcome }) => outcome !== undefined)
      attempt(() => {
        if (kept.length + answers.length > 0) sessionStorage.setItem(name, JSON.stringify({ events: kept, answers }))
        else sessionStorage.removeItem(name)
      })
    },
    restore() {
      const given = parseRecord(attempt(() => sessionStorage.getItem(name)) ?? undefined)
      attempt(() => sessionStorage.removeItem(name))
      for (const one of listOf(given['events']))
        if (isKept(one) && !events.has(one.id))
          events.set(one.id, { ...one, deliveries: new Map(one.deliveries), isEarlier: true })
      for (const one of listOf(given['answers']))
        if (isAnswer(one) && !attempts.has(one.destination))
          // What waits, and what fails in a row, is told by the attempts of this page.
          attempts.set(one.destination, {
            ...{ ...one, waiting: 0, failures: 0, isEarlier: true },
            ...{ nextAt: undefined, failingSince: undefined },
          })
    },
  }
}

/** No destination has settled it, or one has not answered. */
function isWaiting({ deliveries }: SeenEvent): boolean {
  const steps = [...deliveries.values()].map(({ step }) => step)
  return steps.length === 0 || steps.includes('sent')
}

/** A destination has refused it, or it was given up. */
const isDropped = ({ deliveries }: SeenEvent) => [...deliveries.values()].some(({ step }) => step === 'dropped')

const listOf = (given: unknown) => (Array.isArray(given) ? (given as readonly unknown[]) : [])

function isAnswer(given: unknown): given is SeenAttempt {
  if (!isRecord(given)) return false
  const { destination, outcome, at, failures, reason } = given
  const areTexts = [destination, outcome, reason ?? ''].every((one) => typeof one === 'string')
  return areTexts && Number.isFinite(at) && Number.isFinite(failures)
}

/** Any script of the origin can write it. */
function isKept(given: unknown): given is Kept {
  if (!isRecord(given)) return false
  const { id, name, at, deliveries } = given
  return (
    [id, name].every((one) => typeof one === 'string') &&
    Number.isFinite(at) &&
    Array.isArray(deliveries) &&
    deliveries.every((one) => Array.isArray(one) && typeof one[0] === 'string' && isRecord(one[1]))
  )
}
