import { describe, expect, it } from 'vitest'
import { writable } from '../core/lib/readable.ts'
import type { AnalyticsEvent, EventDraft, EventIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeClock, type FakeClock } from '../testing/fakeClock.ts'
import { withFlags } from './flagSet.ts'
import { createWaitingRoom } from './waitingRoom.ts'

const person = (id: string, epoch: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
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
  /** Of every token. */
  owner?: EventIdentity
}

function setUp({ flagsDeadlineMs, clock = fakeClock(), owner }: World = {}) {
  const identity = writable<Identity>({ status: 'resolving', epoch: 'e-1' })
  const flags = writable<FlagsInForce>({ epoch: 'e-1', isReady: true, values: { plan: 'a' } })
  const completed: AnalyticsEvent[] = []
  const identified: EventDraft[] = []
  /** What other pages have left, as it is stored by now. */
  const stored: EventDraft[] = []
  const room = createWaitingRoom({
    clock,
    identity,
    owners: { of: () => owner, isInUse: () => false, subscribe: () => () => {} },
    flags,
    flagsDeadlineMs,
    stored: async () => stored,
    onIdentified: (waiting) => identified.push(waiting),
    onComplete: (event) => completed.push(withFlags(event)),
    onFlagClash: () => {},
  })
  return { identity, flags, completed, identified, stored, room }
}

describe('the waiting room', () => {
  it('completes a draft when the identity is found out', () => {
    const { identity, completed, room } = setUp()
    expect(room.complete(draft('1', 'e-1'))).toEqual({ held: draft('1', 'e-1') })
    identity.set(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' }, properties: { own: 1, 'LDFF: plan': 'a' } }])
    room.stop()
  })

  it('completes it when the flags are ready', () => {
    const { identity, flags, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    room.complete(draft('1', 'e-1'))
    expect(completed).toEqual([])
    flags.set({ epoch: 'e-1', isReady: true, values: { plan: 'b' } })
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'b' } }])
    room.stop()
  })

  it('announces the owner of a draft that goes on waiting for its flags, once', () => {
    const { identity, flags, identified, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    room.complete(draft('1', 'e-1'))
    expect(identified).toEqual([])
    identity.set(person('ida', 'e-1'))
    identity.set(person('ida', 'e-1'))
    expect(identified).toEqual([{ ...draft('1', 'e-1'), identity: { id: 'ida' } }])
    expect(completed).toEqual([])
  })

  it('gives a draft the flags that were shown for the remembered user, though they change before the confirmation', () => {
    const { identity, flags, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } })
    room.complete(draft('1', 'e-1'))
    flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } })
    identity.set(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'a' } }])
  })

  it('keeps a deadline though the clock is set back', async () => {
    const real = fakeClock()
    let setBackMs = 0
    const clock = { ...real, now: () => real.now() - setBackMs }
    const { flags, identity, completed, room } = setUp({ flagsDeadlineMs: 2_000, clock })
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    room.complete({ ...draft('1', 'e-1'), at: clock.now() })
    setBackMs = 3_600_000
    await real.advance(1_999)
    expect(completed).toEqual([])
    await real.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    room.stop()
    expect(real.pending).toBe(0)
  })

  it('looks again at what another page has left, when that page has had its time', async () => {
    const clock = fakeClock()
    const { identity, completed, stored, room } = setUp({ clock })
    identity.set(person('ida', 'e-1'))
    stored.push({ ...draft('1', 'earlier'), at: clock.now(), identity: { id: 'otto' } })
    room.adopt(stored)
    await clock.advance(59_999)
    expect(completed).toEqual([])
    await clock.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'otto' }, properties: { own: 1 } }])
    room.stop()
    expect(clock.pending).toBe(0)
  })

  it('keeps the deadline of what another page has left', async () => {
    const clock = fakeClock()
    const { identity, flags, completed, stored, room } = setUp({ clock, flagsDeadlineMs: 2_000 })
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    stored.push({ ...draft('1', 'e-0'), identity: { id: 'ida' } })
    room.adopt(stored)
    await clock.advance(1_999)
    expect(completed).toEqual([])
    await clock.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    room.stop()
  })

  it('leaves no timer when it is stopped, whatever comes after', () => {
    const clock = fakeClock()
    const { room } = setUp({ clock, flagsDeadlineMs: 2_000 })
    room.complete(draft('1', 'e-1'))
    room.stop()
    room.complete(draft('2', 'e-1'))
    expect(clock.pending).toBe(0)
  })

  it('gives it none of the flags of the next identity', () => {
    const { identity, flags, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    room.complete(draft('1', 'e-1'))
    flags.set({ epoch: 'e-2', isReady: true, values: { plan: 'of otto' } })
    identity.set(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'ida' } }])
    expect(completed[0]?.properties).toEqual({ own: 1 })
    room.stop()
  })

  it('completes at once what need not wait', () => {
    const { identity, completed, room } = setUp()
    identity.set(person('ida', 'e-1'))
    expect(room.complete(draft('1', 'e-1'))).toMatchObject({ event: { identity: { id: 'ida' } } })
    expect(completed).toEqual([])
    room.stop()
  })

  it('completes what is adopted once, however often it is', async () => {
    const { identity, completed, stored, room } = setUp()
    stored.push({ ...draft('1', 'earlier'), identity: { id: 'ida' } })
    room.adopt(stored)
    room.adopt(stored)
    identity.set(person('ida', 'e-1'))
    await expect.poll(() => completed).toHaveLength(1)
    room.stop()
  })

  it('completes a draft of another page with the owner whom that page has noted meanwhile', async () => {
    const clock = fakeClock()
    const { identity, completed, stored, room } = setUp({ clock, owner: { id: 'ida' } })
    room.adopt([{ ...draft('1', 'earlier'), at: clock.now(), credential: 'shared' }])
    stored.push({ ...draft('1', 'earlier'), at: clock.now(), identity: { id: 'support' } })
    identity.set(person('ida', 'e-1'))
    await clock.advance(60_000)
    expect(completed).toMatchObject([{ identity: { id: 'support' } }])
    room.stop()
  })

  it('does not complete again what is adopted while it is on its way to the log', () => {
    const { identity, completed, room } = setUp()
    room.complete(draft('1', 'e-1'))
    identity.set(person('ida', 'e-1'))
    room.adopt([draft('1', 'e-1')])
    expect(completed).toHaveLength(1)
    room.stop()
  })

  it('lets no property of the application stand in for a flag', () => {
    const { identity, room } = setUp()
    identity.set(person('ida', 'e-1'))
    const forged = { ...draft('1', 'e-1'), properties: { 'LDFF: plan': 'forged' } }
    const taken = room.complete(forged)
    expect('event' in taken && withFlags(taken.event).properties).toEqual({ 'LDFF: plan': 'a' })
    room.stop()
  })

  it('completes nothing after it is stopped', () => {
    const { identity, completed, room } = setUp()
    room.complete(draft('1', 'e-1'))
    room.stop()
    identity.set(person('ida', 'e-1'))
    expect(completed).toEqual([])
  })
})
