import type { IncomingEvent } from '../store/store.ts'
import { eventOf, idOf, START } from './events.ts'

interface Identity {
  readonly id?: string
  readonly visitor?: string
  readonly impersonator?: string
  readonly accounts?: Readonly<Record<string, { readonly key: string }>>
}

const ADA = { id: 'ada', accounts: { company: { key: 'c-1' }, 'a/b~c': { key: 'odd' } } }

interface Told {
  readonly at?: number
  readonly name?: string
  readonly kind?: string
  readonly identity?: Identity
  readonly shown?: Readonly<Record<string, unknown>>
}

/** Exposures as pages send them, and what looks like one. */
const TOLD: readonly Told[] = [
  // The same exposure of two pages: the first by the clocks of the pages counts, not the first that arrives.
  { at: START + 2_000 },
  { at: START + 1_000 },
  // Another variation, another version, and one inside an experiment are others.
  { shown: { variation: 0 } },
  { shown: { version: 4 } },
  { shown: { in_experiment: true } },
  { identity: { visitor: 'v-1' }, shown: { unit: 'visitor' } },
  { shown: { unit: 'company' } },
  { identity: { ...ADA, id: 'bo' }, shown: { unit: 'company' } },
  { shown: { unit: 'a/b~c' } },
  { shown: { flag: 'layout', variation: undefined, value: { columns: 2 } } },
  // Not of the person, not for a unit, or no exposure.
  { identity: { ...ADA, impersonator: 'eve@example.com' }, shown: { flag: 'other' } },
  { shown: { flag: 'other', unit: 'depot' } },
  { identity: {}, shown: { flag: 'other' } },
  { kind: 'page', shown: { flag: 'other' } },
  { name: 'Quote sent', shown: { flag: 'other' } },
  { shown: { flag: undefined } },
  // What a query must survive.
  { shown: { flag: 'odd', variation: 'first', version: { a: 1 }, in_experiment: 'yes' } },
]

/** The events, as a store gets them. */
export const shownFlags: readonly IncomingEvent[] = TOLD.map(({ shown, ...told }, index) => {
  const event = { name: 'Flag shown', kind: 'exposure', at: START + 5_000 + index, identity: ADA as Identity, ...told }
  const { id: person, accounts = {}, ...identity } = event.identity
  const properties = { flag: 'pricing', variation: 1, version: 3, reason: 'FALLTHROUGH', unit: 'person', ...shown }
  return eventOf(index + 1, {
    ...{ name: event.name, happenedAt: event.at, ...identity, ...(person !== undefined && { person }) },
    accounts: Object.entries(accounts).map(([kind, { key }]) => [kind, key]),
    body: JSON.stringify({ id: idOf(index + 1), ...event, properties }),
  })
})

const person = { unit: 'person', unit_key: 'ada' }
const pricing = { flag: 'pricing', variation: 1, value: null, version: 3, in_experiment: false, ...person }

/** The rows of the view `exposures`, by their event. */
export const exposureRows = [
  { event: idOf(2), ...pricing },
  { event: idOf(3), ...pricing, variation: 0 },
  { event: idOf(4), ...pricing, version: 4 },
  { event: idOf(5), ...pricing, in_experiment: true },
  { event: idOf(6), ...pricing, unit: 'visitor', unit_key: 'v-1' },
  { event: idOf(7), ...pricing, unit: 'company', unit_key: 'c-1' },
  { event: idOf(9), ...pricing, unit: 'a/b~c', unit_key: 'odd' },
  { event: idOf(10), ...pricing, flag: 'layout', variation: null, value: { columns: 2 } },
  { event: idOf(17), ...pricing, flag: 'odd', variation: null, version: null },
]

/** The columns that a test compares. */
export const EXPOSURE_COLUMNS = 'event, flag, variation, value, version, in_experiment, unit, unit_key'
