import { describe, expect, it } from 'vitest'
import { play, type History } from './consentHistory.suite.ts'
import type { Step } from './consentSteps.suite.ts'
import type { ConsentWorld } from './consentWorld.suite.ts'

const ALL = { analytics: true, marketing: true, monitoring: true }
const NONE = { analytics: false, marketing: false, monitoring: false }
const track = (page = 0): Step => ({ do: 'track', page, count: 2, isSecret: true })
const set = (choices: typeof ALL | typeof NONE, page = 0): Step => ({ do: 'set', page, choices })
const open: Step = { do: 'open', who: 'ida-4711' }
const wait: Step = { do: 'wait', ms: 20_000 }
const DOWN: readonly Step[] = [
  { do: 'server', name: 'collector', state: 'down' },
  { do: 'server', name: 'partner', state: 'down' },
]
const withdrawn = [open, ...DOWN, set(ALL), track(), wait, set(NONE), wait]

/** Nothing is deleted from the databases. */
function keepRecords({ disk }: ConsentWorld) {
  const { databases } = disk
  const seen = new Map<string, Map<string, unknown>>()
  disk.databases = async () => {
    const now = await databases()
    for (const [name, records] of Object.entries(now)) {
      const all = seen.get(name) ?? new Map<string, unknown>()
      seen.set(name, all)
      for (const record of records) all.set(JSON.stringify(record), record)
    }
    return Object.fromEntries([...seen].map(([name, all]) => [name, [...all.values()]]))
  }
}

type Sabotaged = readonly [
  fault: string,
  history: Omit<History, 'sabotage'>,
  sabotage: (world: ConsentWorld) => void,
  complaint: RegExp,
]

const SABOTAGED: readonly Sabotaged[] = [
  ['what is withdrawn stays in IndexedDB', { steps: withdrawn }, keepRecords, /is on the device|is stored for/],
  [
    'a tab does not hear what another one decides',
    { steps: [open, open, { do: 'wait', ms: 2_000 }, set(ALL, 0)] },
    (world) => {
      world.disk.isLate = true
    },
    /page 2 of ida-4711 says pending/,
  ],
  [
    'the collector gets each batch twice',
    { steps: [open, track(), wait, set(ALL), wait] },
    (world) => {
      const { push } = world.arrivals
      world.arrivals.push = (...all) => push.apply(world.arrivals, [...all, ...all])
    },
    /more than once/,
  ],
  [
    'a decision is not kept',
    { steps: [open, set(ALL), { do: 'end', page: 0, how: 'leave' }, open] },
    ({ disk }) => {
      const { get } = disk.storage
      disk.storage.get = (key) => (key.startsWith('consent:') ? undefined : get(key))
    },
    /page 2 of ida-4711 says pending/,
  ],
]

describe('the judge objects in a browser', () => {
  it.each(SABOTAGED)('where %s', async (_fault, history, sabotage, complaint) => {
    expect(await play(history)).toEqual([])
    expect((await play({ ...history, sabotage })).join('\n')).toMatch(complaint)
  })
})
