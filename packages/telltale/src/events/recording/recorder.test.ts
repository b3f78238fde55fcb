import { describe, expect, it } from 'vitest'
import { writable } from '../../core/lib/readable.ts'
import { type AnalyticsEvent, type EventDraft, eventIdentity, type StoredEvent } from '../../core/model/event.ts'
import type { FlagsInForce } from '../../core/model/flag.ts'
import type { Identity } from '../../core/model/identity.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import { fakeHost, fakeQuestions } from '../../testing/fakeHost.ts'
import { fakeClock, type FakeClock, fakePlatform } from '../../testing/fakePlatform.ts'
import { watchAges } from '../settling/ages.ts'
import { deliveryReports } from '../reports/deliveryReports.ts'
import { createInMemoryRecords } from '../store/inMemoryRecords.ts'
import { createOwnCopies } from '../store/ownCopies.ts'
import { createRecorder } from './recorder.ts'
import { teller } from '../store/state.ts'
import { createSettle } from '../settling/settle.ts'
import type { QueuedRecord } from '../store/storedRecord.ts'
import { withFlags } from '../destinations/withFlags.ts'

const person = (id: string, epoch: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
  name: id,
  displayIdentity: id,
})
const inForce = (flags: Omit<FlagsInForce, 'getFlag'>): FlagsInForce => ({ ...flags, getFlag: () => undefined })

const draft = (id: string, epoch: string): EventDraft => ({
  ...{ page: 'page-1', n: 1 },
  id,
  name: id,
  at: 0,
  url: '',
  properties: { own: 1 },
  epoch,
})

interface World {
  flagsDeadlineMs?: number
  clock?: FakeClock
}

function setUp({ flagsDeadlineMs, clock = fakeClock() }: World = {}) {
  const questions = fakeQuestions('of Ida')
  const identity = writable<Identity>({ status: 'resolving', epoch: 'e-1' })
  const flags = writable<FlagsInForce>(
    inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } }),
  )
  const completed: AnalyticsEvent[] = []
  const amended: EventDraft[] = []
  const platform = fakePlatform()
  const ownCopies = createOwnCopies({ ...platform, store: 'Desk', page: 'p-1' })
  const host = fakeHost(platform)
  const reports = deliveryReports(host)
  const records = createInMemoryRecords(ownCopies, reports)
  const inMemory = {
    ...records,
    amend(record: QueuedRecord) {
      records.amend(record)
      if (record.todo.includes(PENDING)) amended.push(record.event)
      else completed.push(withFlags(record.event as StoredEvent))
    },
  }
  const shown = writable<Identity>(person('ida', 'e-1'))
  const own = createRecorder({
    inMemory,
    shown,
    identity,
    questions,
    flags,
    flagsDeadlineMs,
    redacted: (value) => value,
  })
  own.settleBy(
    createSettle([{ name: 'collector' }], {
      ...host,
      reports,
      steps: [],
      deciding: { decide: async () => undefined, again() {} },
      process: (event) => event,
    }),
    () => undefined,
  )
  const ages = watchAges({ clock, questions, inMemory, tell: teller(inMemory.byId), recorder: own, flagsDeadlineMs })
  const recorder = {
    ...own,
    stop() {
      own.stop()
      ages.stop()
    },
  }
  /** Tracks a draft that must wait. */
  function add(waiting: EventDraft) {
    const record = recorder.record(waiting)
    expect(record.todo).toEqual([PENDING])
    ages.add(record.event)
    inMemory.add(record)
  }
  /** Who-am-i answers: the identity moves first. */
  function answer(who: Identity) {
    identity.set(who)
    questions.answer(eventIdentity(who) ?? {})
  }
  return { identity, shown, questions, flags, completed, amended, recorder, inMemory, add, answer }
}

describe('the recorder', () => {
  it('the recorder completes a draft when the identity is known', () => {
    const { answer, completed, recorder, add } = setUp()
    add(draft('1', 'e-1'))
    answer(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' }, properties: { own: 1, 'LDFF: plan': 'a' } }])
    recorder.stop()
  })

  it('the recorder completes a draft when the flags are ready', () => {
    const { answer, flags, completed, recorder, add } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    answer(person('ida', 'e-1'))
    add(draft('1', 'e-1'))
    expect(completed).toEqual([])
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } }))
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'b' } }])
    recorder.stop()
  })

  it('the recorder reports the owner of a draft that still waits for its flags once', () => {
    const { answer, flags, amended, completed, add } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    add(draft('1', 'e-1'))
    expect(amended).toEqual([])
    answer(person('ida', 'e-1'))
    answer(person('ida', 'e-1'))
    expect(amended).toMatchObject([{ ...draft('1', 'e-1'), question: 'page-1/0', identity: { id: 'ida' } }])
    expect(completed).toEqual([])
  })

  it('the recorder gives a draft the flags that were shown for the remembered user, even if they change before the user is confirmed', () => {
    const { answer, flags, completed, add } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } }))
    add(draft('1', 'e-1'))
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } }))
    answer(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'a' } }])
  })

  it('the recorder keeps no flags of the epoch before with a draft: those of its own epoch come later', () => {
    const { answer, flags, completed, add } = setUp()
    // Ida's flags are in force while the next token is asked for.
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'of Ida' } }))
    add(draft('1', 'e-2'))
    for (const plan of ['a', 'b'])
      flags.set(inForce({ epoch: 'e-2', isReady: true, user: { id: 'otto' }, values: { plan } }))
    answer(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'otto' }, properties: { 'LDFF: plan': 'a' } }])
  })

  it('the recorder keeps the first flags of a remembered user, so that the user’s next page or epoch does not replace them', () => {
    const { answer, questions, flags, completed, amended, recorder, add } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    add(draft('1', 'e-1'))
    for (const plan of ['a', 'b'])
      flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan } }))
    expect(amended).toMatchObject([{ flagsUser: { id: 'ida' }, flagSet: { properties: { 'LDFF: plan': 'a' } } }])
    const asked = questions.now()
    questions.begin('of Otto')
    answer(person('otto', 'e-2'))
    questions.answer({ id: 'ida' }, asked)
    expect(completed).toMatchObject([{ identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } }])
    recorder.stop()
  })

  it('the recorder keeps a deadline even if the clock is set back', async () => {
    const real = fakeClock()
    let setBackMs = 0
    const clock = { ...real, now: () => real.now() - setBackMs }
    const { flags, answer, completed, recorder, add } = setUp({ flagsDeadlineMs: 2_000, clock })
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    answer(person('ida', 'e-1'))
    add({ ...draft('1', 'e-1'), at: clock.now() })
    setBackMs = 3_600_000
    await real.advance(1_999)
    expect(completed).toEqual([])
    await real.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    recorder.stop()
    expect(real.pending).toBe(0)
  })

  it('the recorder keeps a deadline that has passed before the owner was known, even if the clock is set back', async () => {
    const real = fakeClock()
    let setBackMs = 0
    const clock = { ...real, now: () => real.now() - setBackMs }
    const { flags, answer, completed, recorder, add } = setUp({ flagsDeadlineMs: 2_000, clock })
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    add({ ...draft('1', 'e-1'), at: clock.now() })
    setBackMs = 3_600_000
    await real.advance(2_000)
    // The draft is amended with the flags of the remembered user in between.
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } }))
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    expect(completed).toEqual([])
    answer(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    recorder.stop()
  })

  it('the recorder completes a draft once, and none that was given up', () => {
    const { flags, answer, completed, recorder, inMemory, add } = setUp()
    add(draft('1', 'e-1'))
    add(draft('2', 'e-1'))
    inMemory.byId.delete('2')
    answer(person('ida', 'e-1'))
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } }))
    expect(completed.map(({ id }) => id)).toEqual(['1'])
    recorder.stop()
  })

  it('the recorder leaves no timer after a stop, whatever happens afterwards', () => {
    const clock = fakeClock()
    const { recorder, add } = setUp({ clock, flagsDeadlineMs: 2_000 })
    add(draft('1', 'e-1'))
    recorder.stop()
    add(draft('2', 'e-1'))
    expect(clock.pending).toBe(0)
  })

  it('the recorder does not give a draft the flags of the next identity', () => {
    const { answer, flags, completed, recorder, add } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    answer(person('ida', 'e-1'))
    add(draft('1', 'e-1'))
    flags.set(inForce({ epoch: 'e-2', isReady: true, user: { id: 'otto' }, values: { plan: 'of otto' } }))
    answer(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'ida' } }])
    expect(completed[0]?.properties).toEqual({ own: 1 })
    recorder.stop()
  })

  it('the recorder completes a draft at once if it need not wait', () => {
    const { answer, completed, recorder } = setUp()
    answer(person('ida', 'e-1'))
    expect(recorder.record(draft('1', 'e-1'))).toMatchObject({
      event: { identity: { id: 'ida' } },
      todo: ['collector'],
    })
    expect(completed).toEqual([])
    recorder.stop()
  })

  it('the recorder does not let a property of the application replace a flag', () => {
    const { answer, recorder } = setUp()
    answer(person('ida', 'e-1'))
    const forged = { ...draft('1', 'e-1'), properties: { 'LDFF: plan': 'forged' } }
    const { event } = recorder.record(forged)
    expect(withFlags(event as StoredEvent).properties).toEqual({ 'LDFF: plan': 'a' })
    recorder.stop()
  })

  it('the recorder completes nothing after it is stopped', () => {
    const { answer, completed, recorder, add } = setUp()
    add(draft('1', 'e-1'))
    recorder.stop()
    answer(person('ida', 'e-1'))
    expect(completed).toEqual([])
  })

  it('the recorder keeps with a draft who was on the screen, although the flags in force may have no user yet', () => {
    const { recorder, flags, shown } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: false, values: {} }))
    shown.set(person('ida', 'e-1'))
    expect(recorder.record(draft('1', 'e-1')).event).toMatchObject({ shown: { id: 'ida' } })
    flags.set(inForce({ epoch: 'e-0', isReady: true, user: { id: 'otto' }, values: {} }))
    expect(recorder.record(draft('2', 'e-1')).event).toMatchObject({ shown: { id: 'ida' } })
    shown.set({ status: 'resolving', epoch: 'e-2' })
    expect(recorder.record(draft('3', 'e-2')).event).not.toHaveProperty('shown')
    recorder.stop()
  })

  it('the recorder keeps with a draft what its page knew: the question, the token, who was shown, and whether it holds its lock', () => {
    const { flags, recorder } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} }))
    const before = recorder.record(draft('1', 'e-1')).event
    recorder.onLock(true)
    const after = recorder.record(draft('2', 'e-1')).event
    const known = { question: 'page-1/0', tokenDigest: 'of Ida', shown: { id: 'ida' } }
    expect([before, after]).toEqual([
      { ...draft('1', 'e-1'), ...known },
      { ...draft('2', 'e-1'), ...known, hasLock: true },
    ])
    recorder.stop()
  })

  it('the recorder tells of an earlier draft that the page holds its lock: a later page decides as soon as it has ended', () => {
    const { amended, recorder, add } = setUp()
    add(draft('1', 'e-1'))
    recorder.onLock(true)
    expect(amended.map(({ id, hasLock }) => [id, hasLock])).toEqual([['1', true]])
    recorder.onLock(false)
    recorder.onLock(true)
    expect(amended).toHaveLength(1)
    recorder.stop()
  })

  it('the recorder leaves nothing in the event of what its draft had while it waited', () => {
    const { answer, flags, completed, recorder, add } = setUp()
    flags.set(inForce({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } }))
    recorder.onLock(true)
    add(draft('1', 'e-1'))
    answer(person('ida', 'e-1'))
    expect(completed).toEqual([
      { ...draft('1', 'e-1'), identity: { id: 'ida' }, properties: { own: 1, 'LDFF: plan': 'a' } },
    ])
    recorder.stop()
  })

  it('the recorder lets a draft wait for the answer to a question that is asked while the user is confirmed', () => {
    const { answer, questions, flags, completed, recorder, add } = setUp()
    answer(person('support', 'e-1'))
    questions.begin('of Ida')
    add(draft('1', 'e-1'))
    expect(completed).toEqual([])
    flags.set(inForce({ epoch: 'e-2', isReady: true, user: { id: 'otto' }, values: { plan: 'of otto' } }))
    answer(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'otto' }, properties: { 'LDFF: plan': 'of otto' } }])
    recorder.stop()
  })
})
