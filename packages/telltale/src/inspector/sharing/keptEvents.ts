import { attempt } from '../../core/lib/attempt.ts'
import { isRecord, parseJson } from '../../core/lib/json.ts'
import { PREFIX } from '../../platform/webStorage.ts'
import type { Seen, SeenDelivery, SeenEvent } from '../seen.ts'

/** An event of the page before, without its properties and its user: the browser keeps it. */
type Kept = Pick<SeenEvent, 'id' | 'name' | 'at' | 'pendingAt' | 'completedAt' | 'storedAt'> & {
  readonly deliveries: readonly (readonly [string, SeenDelivery])[]
}

/** Keeps the events of this tab that wait, from a page to the next one. */
export function keptEvents(app: string, { events }: Pick<Seen, 'events'>) {
  const name = `${PREFIX}inspected:${app}`
  return {
    store() {
      const kept = [...events.values()].filter(isWaiting).map(({ event: _event, deliveries, ...rest }) => ({
        ...rest,
        deliveries: [...deliveries],
      }))
      attempt(() => {
        if (kept.length > 0) sessionStorage.setItem(name, JSON.stringify(kept))
        else sessionStorage.removeItem(name)
      })
    },
    restore() {
      const given = parseJson(attempt(() => sessionStorage.getItem(name)) ?? '')
      attempt(() => sessionStorage.removeItem(name))
      for (const one of Array.isArray(given) ? (given as readonly unknown[]) : [])
        if (isKept(one) && !events.has(one.id))
          events.set(one.id, { ...one, deliveries: new Map(one.deliveries), isEarlier: true })
    },
  }
}

/** No destination has settled it, or one has not answered. */
function isWaiting({ deliveries }: SeenEvent): boolean {
  const steps = [...deliveries.values()].map(({ step }) => step)
  return steps.length === 0 || steps.includes('sent')
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
