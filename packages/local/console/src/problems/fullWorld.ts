import type { PollConnection } from '../../../src/protocol/consoleConnections.ts'
import { ACKNOWLEDGED, delivery, droppedBy, environment, flag, life, MINUTE, NOW } from './hostileWorld.ts'
import { state, stored, tab, user, type World } from './hostileWorld.ts'

const APPS = 7
const FLAGS = 300
const USERS = 300

const numbered = <One>(length: number, make: (index: number) => One): readonly One[] =>
  Array.from({ length }, (_, index) => make(index))

/** These numbers of pages and events, with 300 users and 300 flags in each of three environments. Every kind of conclusion occurs. */
export const fullWorld = (tabs: number, events: number): World => ({
  tabs: numbered(tabs, (index) =>
    tab(`${index}`, {
      ...{ identity: `u${index % USERS}`, browser: `b${index % 50}`, app: `App ${(index % tabs) % APPS}` },
      ...(index % 3 === 0 && { overridden: [{ key: `f${index % 40}`, value: 'true' }], clockAheadMs: index * MINUTE }),
      deliveries: [
        delivery(),
        delivery({ name: 'search', address: 'https://other.test/collect' }),
        delivery({ name: 'x', ...(index >= APPS && UNREACHABLE) }),
      ],
    }),
  ),
  lives: numbered(events, (index) => lifeOf(index, tabs)),
  // The collector has none of the last application.
  arrived: numbered(events, (index) => arrivedOf(index % 2 === 0 ? `${index}` : `s${index}`, index, tabs)).filter(
    ({ app }) => app.name !== `App ${APPS - 1}`,
  ),
  polls: numbered(USERS, pollOf),
  state: state({
    users: numbered(USERS, (index) => user(`u${index}`, { plan: 'a', [`own${index % 20}`]: 1 })),
    environments: ['a', 'env', 'c'].map((id) =>
      environment(
        id,
        numbered(FLAGS, (index) => flag(`f${index}`, ['plan', index % 10 === 0 ? 'plann' : 'own1'], { version: 3 })),
      ),
    ),
    changes: numbered(50, (index) => ({
      ...{ id: index, at: NOW - 90 * MINUTE, who: 'file', environment: 'env', key: `f${index}`, canUndo: true },
    })),
  }),
})

const UNREACHABLE = { failures: 3, outcome: 'failed', failingSinceAt: NOW - MINUTE, waiting: 1 } as const
const ANSWERED = [{ step: 'sent', destination: 'collector', at: NOW - MINUTE }, ...ACKNOWLEDGED] as const

/** A quarter is dropped by a step, and some are acknowledged by a destination that is not the collector. */
function lifeOf(index: number, tabs: number) {
  const id = `${index}`
  const steps = index % 4 === 0 ? droppedBy(index % 8 === 0 ? 'sample' : 'redact') : [...ANSWERED, ...elsewhere(index)]
  return life(id, steps, {
    ...{
      tab: `${index % tabs}`,
      app: `App ${(index % tabs) % APPS}`,
      identity: `u${index % USERS}`,
      name: `n${index % 200}`,
    },
    event: arrivedOf(id, index, tabs).event,
  })
}

const elsewhere = (index: number) =>
  index % 2 === 0 ? [] : ([{ step: 'acknowledged', destination: 'search', at: NOW - 20_000 }] as const)

function arrivedOf(id: string, index: number, tabs: number) {
  const flags = Object.fromEntries(numbered(20, (one) => [`f${one}`, { version: 1, variation: 0, value: true }]))
  const more = { name: `n${index % 200}`, page: `${index % tabs}`, identity: { id: `u${index % USERS}` }, flags }
  return stored(id, more, `App ${(index % tabs) % APPS}`)
}

const pollOf = (index: number): PollConnection => ({
  ...{ protocol: 'evalx', environment: 'env', contextKey: `u${index}`, count: 1, lastStatus: 200 },
  ...{ firstAt: NOW - MINUTE, lastAt: NOW - MINUTE, user: { key: `u${index}`, attributes: ['key'] } },
})
