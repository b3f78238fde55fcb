import { isRecord } from '../core/lib/json.ts'
import type { Moment } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

/**
 * Returns the moment of an event without what must not be kept. Its release, environment, consent, session and the id of its view stay: they may look
 * like a secret.
 */
export function redactMoment(moment: Moment, clean: (value: Json) => Json): Moment {
  const known = pick(moment, ['release', 'environment', 'consent', 'session'])
  const id = pick(moment.view ?? {}, ['id'])
  const view = isRecord(moment.view) && { view: { ...moment.view, ...blank(id) } }
  const cleaned = clean({ ...moment, ...blank(known), ...view } as Json) as Moment
  return { ...cleaned, ...known, ...(view && { view: { ...cleaned.view, ...id } }) } as Moment
}

const pick = (value: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))

const blank = (value: object) => Object.fromEntries(Object.keys(value).map((name) => [name, null]))
