import { describe, expect, it } from 'vitest'
import { refusedBy } from '../../core/ports/eventChange.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { ConsentState } from '../../core/model/consent.ts'
import type { Permits } from '../../core/ports/platform.ts'
import type { QueuedRecord } from '../store/storedRecord.ts'
import { eventRules } from './eventRules.ts'

type States = Readonly<Record<string, ConsentState>>

/** Rules for the destinations `collector` and `heap`, on a page of Ida, where each user has decided this. */
function rulesWhere(of: Readonly<Record<string, States>>, more: Partial<Permits> = {}) {
  const permits = {
    of: (use: string, owner = 'ida') => of[owner]?.[use] ?? 'pending',
    ownerOf: (identity?: { readonly id?: string }) => identity?.id ?? 'ida',
    isForgotten: () => false,
    mustDelete: () => false,
    ...more,
  }
  return eventRules(permits as Permits, ['collector', 'heap'])
}

const GRANTED: States = { collector: 'granted', heap: 'granted' }
const DENIED: States = { collector: 'denied', heap: 'denied' }
const MIXED: States = { collector: 'granted', heap: 'denied' }

function record(todo: readonly string[], event: object = {}): QueuedRecord {
  return { todo, event: { id: 'e', at: 7, identity: { id: 'ida' }, ...event } } as never
}

describe('one of the destinations', () => {
  it('is enough for the store to be opened', () => {
    const rules = rulesWhere({ ida: { heap: 'granted' } })
    expect([rules.isAnyAllowed(), rules.mayOpen()]).toEqual([true, true])
  })

  it.each([{}, { ida: DENIED }, { otto: GRANTED }])('must be allowed by the present user: %j', (of) => {
    const rules = rulesWhere(of)
    expect([rules.isAnyAllowed(), rules.mayOpen()]).toEqual([false, false])
  })

  it('need not be allowed if something must be deleted', () => {
    const rules = rulesWhere({ ida: DENIED }, { mustDelete: () => true })
    expect([rules.isAnyAllowed(), rules.mayOpen()]).toEqual([false, true])
  })

  it('is held unless it is allowed, and other tasks are not', () => {
    const rules = rulesWhere({ ida: { collector: 'granted' } })
    const tasks = ['collector', 'heap', PENDING]
    expect(tasks.map(rules.isDestination)).toEqual([true, true, false])
    expect(tasks.map(rules.isHeld)).toEqual([false, true, false])
  })
})

describe('the tasks of an event', () => {
  it('are allowed, must wait, or are denied, each by itself', () => {
    const tasks = ['collector', 'heap']
    expect(rulesWhere({ ida: MIXED }).divide(record(tasks))).toEqual([['collector'], [], ['heap']])
    expect(rulesWhere({ ida: { heap: 'granted' } }).divide(record(tasks))).toEqual([['heap'], ['collector'], []])
  })

  it('are judged by the choice of its own user', () => {
    const rules = rulesWhere({ ida: GRANTED, otto: DENIED })
    expect(rules.divide(record(['heap'], { identity: { id: 'otto' } }))).toEqual([[], [], ['heap']])
    expect(rules.divide(record(['heap'], { identity: undefined }))).toEqual([['heap'], [], []])
  })

  it('that a destination has refused are judged as those of the destination', () => {
    const tasks = ['collector', 'heap'].map(refusedBy)
    expect(rulesWhere({ ida: MIXED }).divide(record(tasks))).toEqual([[tasks[0]], [], [tasks[1]]])
  })

  it.each([undefined, true])('are denied if the user was forgotten after the event, stored: %s', (isStored) => {
    const isForgotten: Permits['isForgotten'] = (owner, at = 0) => owner === 'otto' && at <= 7
    const rules = rulesWhere({ ida: GRANTED, otto: GRANTED }, { isForgotten })
    const event = { identity: { id: 'otto' }, kind: 'consent' }
    expect(rules.divide(record(['heap'], event), isStored)).toEqual([[], [], ['heap']])
    expect(rules.divide(record(['heap'], { ...event, at: 8 }), isStored)).toEqual([['heap'], [], []])
    expect(rules.divide(record(['heap']), isStored)).toEqual([['heap'], [], []])
  })
})

describe('a stored event of another user', () => {
  const ofOtto = record(['heap'], { identity: { id: 'otto' } })

  it('is allowed while this page does not know what the user has decided, and only then', () => {
    expect(rulesWhere({}).divide(ofOtto, true)).toEqual([['heap'], [], []])
    expect(rulesWhere({}).divide(ofOtto)).toEqual([[], ['heap'], []])
    expect(rulesWhere({ otto: DENIED }).divide(ofOtto, true)).toEqual([[], [], ['heap']])
  })

  it('is not one of the present user', () => {
    expect(rulesWhere({}).divide(record(['heap']), true)).toEqual([[], ['heap'], []])
  })
})

describe('an event that waits for its user', () => {
  it.each<[string, States, readonly string[]]>([
    ['allowed if one of its destinations is', MIXED, ['allowed']],
    ['held if one must wait, and none is allowed', { heap: 'denied' }, ['held']],
    ['denied if all of them are', DENIED, ['denied']],
  ])('is %s', (_title, ida, expected) => {
    const parts = rulesWhere({ ida }).divide(record([PENDING]))
    expect(['allowed', 'held', 'denied'].filter((_, at) => parts[at]?.includes(PENDING))).toEqual(expected)
  })

  it('is judged by its own destinations, also if it is stored', () => {
    const draft = record([PENDING], { destinations: ['heap'], identity: { id: 'otto' } })
    expect(rulesWhere({ otto: MIXED }).divide(draft)).toEqual([[], [], [PENDING]])
    expect(rulesWhere({}).divide(draft, true)).toEqual([[], [PENDING], []])
  })

  it('is stored without the destinations that may not have it', () => {
    const draft = record([PENDING], { destinations: ['collector', 'heap', 'former'] })
    const part = rulesWhere({ ida: { ...MIXED, former: 'granted' } }).part(draft)
    expect(part.event).toEqual({ ...draft.event, destinations: ['collector', 'former'], withheld: ['heap'] })
    expect(part.todo).toEqual([PENDING])
  })

  it('is stored without those of the page if it names none', () => {
    const draft = record([PENDING])
    expect(rulesWhere({ ida: { heap: 'granted' } }).part(draft).event).toMatchObject({
      destinations: ['heap'],
      withheld: ['collector'],
    })
  })

  it('is stored as it is if all of them may have it, by the choice of its own user', () => {
    const draft = record([PENDING], { destinations: ['heap'], identity: { id: 'otto' } })
    const rules = rulesWhere({ ida: DENIED, otto: GRANTED })
    expect(rules.part(draft)).toBe(draft)
    expect(rulesWhere({ ida: GRANTED, otto: DENIED }).part(draft).event).toMatchObject({ withheld: ['heap'] })
  })
})

it('an event that waits for nobody is stored as it is', () => {
  const sent = record(['heap'])
  expect(rulesWhere({ ida: DENIED }).part(sent)).toBe(sent)
})

describe('the record of a decision', () => {
  const proof = record(['collector'], { kind: 'consent' })

  it('is a proof, and other events are none', () => {
    const rules = rulesWhere({})
    expect([{ kind: 'consent' }, { kind: 'exposure' }, {}].map((one) => rules.isProof(one as never))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is allowed if its user allows one destination, whichever it is for', () => {
    expect(rulesWhere({ ida: { heap: 'granted' } }).divide(proof)).toEqual([['collector'], [], []])
    expect(rulesWhere({ otto: GRANTED }).divide(proof)).toEqual([[], ['collector'], []])
  })

  it('is not stored, and not dropped, for a user who denies all', () => {
    expect(rulesWhere({ ida: DENIED }).divide(proof)).toEqual([[], ['collector'], []])
  })
})
