import { describe, expect, it } from 'vitest'
import { play, type History } from './consentHistory.suite.ts'
import type { Seen } from './consentSeen.suite.ts'
import type { Step } from './consentSteps.suite.ts'
import type { Arrival } from './consentWorld.suite.ts'

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
const released = [open, track(), wait, set(ALL), track(), wait]

/** Changes what has arrived. */
const arrivals =
  (change: (all: readonly Arrival[]) => readonly Arrival[]) =>
  (seen: Seen): Seen => ({ ...seen, arrivals: change(seen.arrivals) })

/** Changes each event with this name. */
const events = (name: string, change: (event: Arrival['event']) => object) =>
  arrivals((all) =>
    all.map((one) =>
      one.event.name === name ? { ...one, event: { ...one.event, ...change(one.event) } as Arrival['event'] } : one,
    ),
  )

const isAt =
  (name: string) =>
  ({ destination, event }: Arrival) =>
    destination === 'collector' && event.name === name

type Falsified = readonly [
  fault: string,
  history: Omit<History, 'falsify'>,
  falsify: (seen: Seen) => Seen,
  complaint: RegExp,
]

const FALSIFIED: readonly Falsified[] = [
  [
    'an event is lost',
    { steps: released },
    arrivals((all) => all.filter((one) => !isAt('Event 1;')(one))),
    /Event 1; .* is due at collector, and did not arrive/,
  ],
  [
    'an event arrives at a destination that is denied',
    { steps: [open, track(), set({ ...ALL, analytics: false }), wait] },
    arrivals((all) =>
      all.flatMap((one) =>
        one.destination === 'partner' ? [one, { ...one, destination: 'collector' as const }] : [one],
      ),
    ),
    /is never at collector, and arrived 1 times/,
  ],
  [
    'an event arrives before it is allowed',
    { steps: [open, track(), set({ ...NONE, marketing: true })] },
    arrivals((all) => all.map((one) => ({ ...one, destination: 'script' as const }))),
    /at script/,
  ],
  [
    'an event arrives twice',
    { steps: released },
    arrivals((all) => [...all, ...all.filter(isAt('Event 1;'))]),
    /Event 1; .*more than once/,
  ],
  [
    'an event arrives twice under two ids',
    { steps: released },
    arrivals((all) => [
      ...all,
      ...all.filter(isAt('Event 1;')).map((one) => ({ ...one, event: { ...one.event, id: 'other' } })),
    ]),
    /Event 1; .*arrived 2 times/,
  ],
  [
    'events arrive in another order',
    { steps: released },
    arrivals((all) => [...all].reverse()),
    /arrived at (collector|script) after/,
  ],
  [
    'an event has the time of the grant',
    { steps: released },
    events('Event 1;', ({ at }) => ({ at: at + 20_000 })),
    /its time is not/,
  ],
  [
    'an event has another user',
    { steps: released },
    events('Event 1;', () => ({ identity: { id: 'otto-0815' } })),
    /its user is not ida/,
  ],
  ['an event has no user', { steps: released }, events('Event 1;', () => ({ identity: {} })), /its user is not ida/],
  [
    'an event has another company',
    { steps: released },
    events('Event 1;', ({ identity }) => ({ identity: { ...identity, accounts: { company: { key: 'other' } } } })),
    /company is/,
  ],
  [
    'an event has the flags of another user',
    { steps: released },
    events('Event 1;', ({ properties }) => ({ properties: { ...properties, 'LDFF: plan': 'plan-of-nobody' } })),
    /LDFF: plan is/,
  ],
  [
    'an event has the address of the grant',
    { steps: released },
    events('Event 1;', () => ({ url: 'https://app.test/place/4' })),
    /the address is/,
  ],
  [
    'an event of before a decision has its id',
    { steps: released },
    events('Event 1;', () => ({ moment: { consent: 'later' } })),
    /its decision is none of/,
  ],
  [
    'an event of after a decision lacks its id',
    { steps: released },
    events('Event 3;', () => ({ moment: {} })),
    /its decision is none of/,
  ],
  [
    'an event has a secret',
    { steps: released },
    events('Event 1;', () => ({ properties: { note: 'secret.person.1@mail.example' } })),
    /arrivals: secret\.person/,
  ],
  [
    'the record of a decision is lost',
    { steps: released },
    arrivals((all) => all.filter(({ event }) => event.kind !== 'consent')),
    /is due at collector, and did not arrive/,
  ],
  [
    'the record of a decision has other states',
    { steps: released },
    events('Consent changed', () => ({ properties: { purposes: { necessary: 'granted', ...NONE } } })),
    /its states are not/,
  ],
  [
    'a decision is recorded that nobody has made',
    { steps: released },
    events('Consent changed', () => ({ id: 'made up' })),
    /a decision that nobody made/,
  ],
  [
    'a page has another state',
    { steps: [open, set(ALL)] },
    (seen) => ({
      ...seen,
      pages: seen.pages.map((page) => ({ ...page, states: { ...page.states, marketing: 'pending' as const } })),
    }),
    /page 1 of ida-4711 says granted,pending,granted/,
  ],
  [
    'a page does not ask',
    { steps: [open] },
    (seen) => ({ ...seen, pages: seen.pages.map((page) => ({ ...page, shouldAsk: false })) }),
    /shouldAsk is false/,
  ],
  [
    'support can decide',
    { steps: [{ do: 'open', who: 'sam as ida-4711' }] },
    (seen) => ({ ...seen, pages: seen.pages.map((page) => ({ ...page, isLocked: false })) }),
    /isLocked is false/,
  ],
  [
    'the script is called before it may be',
    { steps: [open, track()] },
    (seen) => ({ ...seen, calls: [...seen.calls, { page: 1, method: 'identify' as const }] }),
    /identify of the script was called without consent/,
  ],
  [
    'flag events leave before they may',
    { steps: [open, track()] },
    (seen) => ({
      ...seen,
      requests: [...seen.requests, { page: 1, url: 'https://flags.test/events/bulk/env', text: '' }],
    }),
    /a request to .* without consent/,
  ],
  [
    'a secret is in a request',
    { steps: [open, track()] },
    (seen) => ({
      ...seen,
      requests: [...seen.requests, { page: 1, url: 'https://app.test/', text: 'secret.person.1@mail.example' }],
    }),
    /requests: secret\.person/,
  ],
  [
    'an event that waits is on the device',
    { steps: [open, track()] },
    (seen) => ({ ...seen, items: [...seen.items, ['unwritten:', 'Event 1;'] as const] }),
    /Event 1; .*is on the device/,
  ],
  [
    'an event that is allowed is stored for a destination that is not',
    { steps: [open, ...DOWN, set({ ...NONE, analytics: true }), track(), wait] },
    (seen) => ({ ...seen, databases: { more: [{ event: { id: '1', name: 'Event 1;' }, todo: ['partner'] }] } }),
    /Event 1; is stored for partner/,
  ],
  [
    'the visitor is on the device before it may be',
    { steps: [open] },
    (seen) => ({ ...seen, items: [...seen.items, ['visitor:Desk@only/', 'v'] as const] }),
    /the device has visitor:, and nobody allows analytics/,
  ],
  [
    'a person who is forgotten is on the device',
    { steps: [open, set(ALL), { do: 'forget', page: 0 }] },
    (seen) => ({ ...seen, items: [...seen.items, ['identity', 'ida-4711'] as const] }),
    /the device has ida-4711, who is forgotten/,
  ],
]

describe('the judge objects', () => {
  it.each(FALSIFIED)('when %s', async (_fault, history, falsify, complaint) => {
    expect(await play(history)).toEqual([])
    expect((await play({ ...history, falsify })).join('\n')).toMatch(complaint)
  })
})
