import type { ReceivedEvent } from '../../../src/collector/collector.ts'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { PageDelivery, TabConnection } from '../../../src/protocol/consoleConnections.ts'
import type { EventLife, LifeStep } from '../../../src/protocol/eventLife.ts'
import { NO_ROWS, withArrived, withLives } from '../feed/eventRows.ts'
import { conclusions, type Known } from './conclusions.ts'

/** What a test says of the pages, events, flags and users that the console knows. */
export interface World {
  readonly tabs?: readonly TabConnection[]
  readonly lives?: readonly EventLife[]
  /** The events that the collector of the console has. */
  readonly arrived?: readonly ReceivedEvent[]
  readonly state?: Known['state']
  readonly polls?: Known['polls']
}

export const NOW = 1_800_000_000_000
export const SECOND = 1_000
export const MINUTE = 60_000
export const HOUR = 3_600_000

/** A page that is shown and has reported a second ago. */
export const tab = (name: string, more: Partial<TabConnection> = {}): TabConnection => ({
  ...{ tab: name, page: 'http://desk.test/fleet', app: 'Desk', identity: 'ada', flags: 'streaming', browser: 'b' },
  ...{ openedAt: NOW - HOUR, lastSeenAt: NOW - SECOND, ...more },
})

/** A destination that has taken the latest batch half a minute ago. */
export const delivery = (more: Partial<PageDelivery> = {}): PageDelivery => ({
  ...{ name: 'collector', address: 'http://console.test/collect', outcome: 'delivered', failures: 0 },
  ...{ sentAt: NOW - 30_200, answeredAt: NOW - 30_000, ...more },
})

type Steps = readonly (Partial<LifeStep> & Pick<LifeStep, 'step'>)[]

/** The life of an event of half a minute ago. */
export const life = (id: string, steps: Steps, more: Partial<EventLife> = {}): EventLife => ({
  ...{ id, name: 'Quote sent', tab: 'one', page: 'http://desk.test/fleet', app: 'Desk', identity: 'ada', copies: 0 },
  steps: steps.map((step) => ({ at: NOW - 30_000, ...step })),
  ...more,
})
/** This number of events, which differ only in their ids. */
export const lives = (count: number, steps: Steps, more: Partial<EventLife> = {}): readonly EventLife[] =>
  Array.from({ length: count }, (_, index) => life(JSON.stringify([index, steps, more]), steps, more))

export const KEPT: Steps = [{ step: 'happened' }, { step: 'completed' }]
export const ACKNOWLEDGED: Steps = [{ step: 'completed' }, { step: 'acknowledged', destination: 'collector' }]
export const droppedBy = (destination: string): Steps => [
  { step: 'happened' },
  { step: 'dropped', destination, reason: 'filtered' },
]

/** An event that the collector of the console has received. */
export const stored = (id: string, more: object = {}, app = 'Desk'): ReceivedEvent => ({
  event: {
    ...{ id, name: 'Quote sent', at: NOW - 30_000, url: 'http://desk.test/fleet', properties: {} },
    ...{ identity: { id: 'ada' }, page: 'one', ...more },
  },
  app: { name: app },
  receivedAt: NOW - 29_000,
})

/** A flag with one rule, which asks for these attributes. */
export const flag = (key: string, attributes: readonly string[] = [], more: object = {}) => ({
  ...{ key, version: 1, on: true, variations: [true, false], fallthrough: { variation: 0 }, targets: [], salt: 's' },
  ...{ contextTargets: [], prerequisites: [], clientSideAvailability: { usingEnvironmentId: true } },
  rules: attributes.map((attribute) => ({ variation: 0, clauses: [{ attribute, op: 'in', values: ['a'] }] })),
  ...more,
})
export const user = (id: string, fields: object = {}) => ({ token: id, identity: { unique_identity: id, ...fields } })

/** The state of services that run for two hours. */
export const state = (more: Partial<ConsoleState>): NonNullable<Known['state']> => ({
  ...{ users: [], environments: [], changes: [], startedAt: NOW - 2 * HOUR, ...more },
})
export const environment = (id: string, flags: readonly ReturnType<typeof flag>[]) => ({ id, levels: [id], flags })

/** What the console holds. */
export const knownIn = ({ tabs = [tab('one')], lives: all = [], arrived = [], state: held, polls = [] }: World) => {
  const { rows } = withArrived(withLives(NO_ROWS, all), arrived)
  return { tabs, rows, state: held, polls, origin: 'http://console.test' } satisfies Known
}

/** What the console concludes, as `where: message`. Throws if a row cannot be shown. */
export function saidIn(world: World): readonly string[] {
  const rows = conclusions(knownIn(world), NOW)
  const said = rows.map(({ where, message }) => `${where}: ${message}`)
  if (new Set(rows.map(({ key }) => key)).size < rows.length) throw new Error(`Two rows have one key: ${said.join()}`)
  const noText = said.find((text) => /undefined|NaN|Infinity|\[object|null/.test(text))
  if (noText !== undefined) throw new Error(`A row shows an invalid value: ${noText}`)
  const noTime = rows.find(({ since, at }) => !(since <= at && at <= NOW && since > 0))
  if (noTime) throw new Error(`A row has an impossible time: ${JSON.stringify(noTime)}`)
  return said
}
