import { describe, expect, it } from 'vitest'
import { writable } from '../core/lib/readable.ts'
import type { AnalyticsEvent, EventDraft, EventIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeClock, type FakeClock } from '../testing/fakePlatform.ts'
import { withFlags } from './flagSet.ts'
import { createRecorder } from './recorder.ts'

const person = (id: string, epoch: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
  name: id,
  displayIdentity: id,
})
const draft = (id: string, epoch: string): EventDraft => ({
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
  /** The owner of every token. */
  owner?: EventIdentity
}

function setUp({ flagsDeadlineMs, clock = fakeClock(), owner }: World = {}) {
  const identity = writable<Identity>({ status: 'resolving', epoch: 'e-1' })
  const flags = writable<FlagsInForce>({ epoch: 'e-1', isReady: true, values: { plan: 'a' } })
  const completed: AnalyticsEvent[] = []
  const amended: EventDraft[] = []
  const recorder = createRecorder({
    clock,
    identity,
    owners: { of: () => owner, isInUse: () => false, subscribe: () => () => {} },
    flags,
    flagsDeadlineMs,
    onAmended: (waiting) => amended.push(waiting),
    onComplete: (event) => completed.push(withFlags(event)),
    onFlagClash: () => {},
  })
  return { identity, flags, completed, amended, recorder }
}

describe('the recorder', () => {
  it('completes a draft when the identity is known', () => {
    const { identity, completed, recorder } = setUp()
    expect(recorder.admit(draft('1', 'e-1'))).toEqual({ held: draft('1', 'e-1') })
    identity.set(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' }, properties: { own: 1, 'LDFF: plan': 'a' } }])
    recorder.stop()
  })

  it('completes a draft when the flags are ready', () => {
    const { identity, flags, completed, recorder } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    recorder.admit(draft('1', 'e-1'))
    expect(completed).toEqual([])
    flags.set({ epoch: 'e-1', isReady: true, values: { plan: 'b' } })
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'b' } }])
    recorder.stop()
  })

  it('reports the owner of a draft that still waits for its flags once', () => {
    const { identity, flags, amended, completed, recorder } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    recorder.admit(draft('1', 'e-1'))
    expect(amended).toEqual([])
    identity.set(person('ida', 'e-1'))
    identity.set(person('ida', 'e-1'))
    expect(amended).toEqual([{ ...draft('1', 'e-1'), identity: { id: 'ida' } }])
    expect(completed).toEqual([])
  })

  it('gives a draft the flags that were shown for the remembered user, even if they change before the user is confirmed', () => {
    const { identity, flags, completed, recorder } = setUp()
    flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } })
    recorder.admit(draft('1', 'e-1'))
    flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } })
    identity.set(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'a' } }])
  })

  it('keeps the first flags of a remembered user, so that the user’s next page or epoch does not replace them', () => {
    const { identity, flags, completed, amended, recorder } = setUp({ owner: { id: 'ida' } })
    flags.set({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} })
    recorder.admit({ ...draft('1', 'e-1'), credential: 'of Ida' })
    for (const plan of ['a', 'b']) flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan } })
    expect(amended).toMatchObject([{ flagsUser: { id: 'ida' }, flagSet: { properties: { 'LDFF: plan': 'a' } } }])
    identity.set(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } }])
    recorder.stop()
  })

  it('keeps a deadline even if the clock is set back', async () => {
    const real = fakeClock()
    let setBackMs = 0
    const clock = { ...real, now: () => real.now() - setBackMs }
    const { flags, identity, completed, recorder } = setUp({ flagsDeadlineMs: 2_000, clock })
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    recorder.admit({ ...draft('1', 'e-1'), at: clock.now() })
    setBackMs = 3_600_000
    await real.advance(1_999)
    expect(completed).toEqual([])
    await real.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    recorder.stop()
    expect(real.pending).toBe(0)
  })

  it('leaves no timer after a stop, whatever happens afterwards', () => {
    const clock = fakeClock()
    const { recorder } = setUp({ clock, flagsDeadlineMs: 2_000 })
    recorder.admit(draft('1', 'e-1'))
    recorder.stop()
    recorder.admit(draft('2', 'e-1'))
    expect(clock.pending).toBe(0)
  })

  it('does not give a draft the flags of the next identity', () => {
    const { identity, flags, completed, recorder } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    recorder.admit(draft('1', 'e-1'))
    flags.set({ epoch: 'e-2', isReady: true, values: { plan: 'of otto' } })
    identity.set(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'ida' } }])
    expect(completed[0]?.properties).toEqual({ own: 1 })
    recorder.stop()
  })

  it('completes a draft at once if it need not wait', () => {
    const { identity, completed, recorder } = setUp()
    identity.set(person('ida', 'e-1'))
    expect(recorder.admit(draft('1', 'e-1'))).toMatchObject({ event: { identity: { id: 'ida' } } })
    expect(completed).toEqual([])
    recorder.stop()
  })

  it('does not let a property of the application replace a flag', () => {
    const { identity, recorder } = setUp()
    identity.set(person('ida', 'e-1'))
    const forged = { ...draft('1', 'e-1'), properties: { 'LDFF: plan': 'forged' } }
    const taken = recorder.admit(forged)
    expect('event' in taken && withFlags(taken.event).properties).toEqual({ 'LDFF: plan': 'a' })
    recorder.stop()
  })

  it('completes nothing after it is stopped', () => {
    const { identity, completed, recorder } = setUp()
    recorder.admit(draft('1', 'e-1'))
    recorder.stop()
    identity.set(person('ida', 'e-1'))
    expect(completed).toEqual([])
  })
})
