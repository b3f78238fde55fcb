import { describe, expect, it } from 'vitest'
import { writable } from '../core/lib/readable.ts'
import type { AnalyticsEvent, EventDraft, EventIdentity } from '../core/model/event.ts'
import type { FlagsInForce } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeClock, type FakeClock } from '../testing/fakePlatform.ts'
import { withFlags } from './flagSet.ts'
import { createWaitingRoom } from './waitingRoom.ts'

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
  /** The drafts of other pages as they are stored now. */
  const stored: EventDraft[] = []
  const room = createWaitingRoom({
    clock,
    identity,
    owners: { of: () => owner, isInUse: () => false, subscribe: () => () => {} },
    flags,
    flagsDeadlineMs,
    onAmended: (waiting) => amended.push(waiting),
    onComplete: (event) => completed.push(withFlags(event)),
    onFlagClash: () => {},
  })
  const adopt = (drafts: readonly EventDraft[]) => room.adopt(drafts, async () => stored)
  return { identity, flags, completed, amended, stored, room, adopt }
}

describe('the waiting room', () => {
  it('completes a draft when the identity is known', () => {
    const { identity, completed, room } = setUp()
    expect(room.admit(draft('1', 'e-1'))).toEqual({ held: draft('1', 'e-1') })
    identity.set(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' }, properties: { own: 1, 'LDFF: plan': 'a' } }])
    room.stop()
  })

  it('completes a draft when the flags are ready', () => {
    const { identity, flags, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    room.admit(draft('1', 'e-1'))
    expect(completed).toEqual([])
    flags.set({ epoch: 'e-1', isReady: true, values: { plan: 'b' } })
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'b' } }])
    room.stop()
  })

  it('reports the owner of a draft that still waits for its flags once', () => {
    const { identity, flags, amended, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    room.admit(draft('1', 'e-1'))
    expect(amended).toEqual([])
    identity.set(person('ida', 'e-1'))
    identity.set(person('ida', 'e-1'))
    expect(amended).toEqual([{ ...draft('1', 'e-1'), identity: { id: 'ida' } }])
    expect(completed).toEqual([])
  })

  it('gives a draft the flags that were shown for the remembered user, even if they change before the user is confirmed', () => {
    const { identity, flags, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'a' } })
    room.admit(draft('1', 'e-1'))
    flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } })
    identity.set(person('ida', 'e-1'))
    expect(completed).toMatchObject([{ properties: { 'LDFF: plan': 'a' } }])
  })

  it('keeps the first flags of a remembered user, so that the user’s next page or epoch does not replace them', () => {
    const { identity, flags, completed, amended, room } = setUp({ owner: { id: 'ida' } })
    flags.set({ epoch: 'e-1', isReady: false, user: { id: 'ida' }, values: {} })
    room.admit({ ...draft('1', 'e-1'), credential: 'of Ida' })
    for (const plan of ['a', 'b']) flags.set({ epoch: 'e-1', isReady: true, user: { id: 'ida' }, values: { plan } })
    expect(amended).toMatchObject([{ flagsUser: { id: 'ida' }, flagSet: { properties: { 'LDFF: plan': 'a' } } }])
    identity.set(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } }])
    room.stop()
  })

  it('keeps a deadline even if the clock is set back', async () => {
    const real = fakeClock()
    let setBackMs = 0
    const clock = { ...real, now: () => real.now() - setBackMs }
    const { flags, identity, completed, room } = setUp({ flagsDeadlineMs: 2_000, clock })
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    room.admit({ ...draft('1', 'e-1'), at: clock.now() })
    setBackMs = 3_600_000
    await real.advance(1_999)
    expect(completed).toEqual([])
    await real.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    room.stop()
    expect(real.pending).toBe(0)
  })

  it('checks the drafts of another page again after they were left to that page for a minute', async () => {
    const clock = fakeClock()
    const { identity, completed, stored, room, adopt } = setUp({ clock })
    identity.set(person('ida', 'e-1'))
    stored.push({ ...draft('1', 'earlier'), at: clock.now(), identity: { id: 'otto' } })
    adopt(stored)
    await clock.advance(59_999)
    expect(completed).toEqual([])
    await clock.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'otto' }, properties: { own: 1 } }])
    room.stop()
    expect(clock.pending).toBe(0)
  })

  it('keeps the deadline of drafts of another page', async () => {
    const clock = fakeClock()
    const { identity, flags, completed, stored, room, adopt } = setUp({ clock, flagsDeadlineMs: 2_000 })
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    stored.push({ ...draft('1', 'e-0'), identity: { id: 'ida' } })
    adopt(stored)
    await clock.advance(1_999)
    expect(completed).toEqual([])
    await clock.advance(1)
    expect(completed).toMatchObject([{ id: '1', identity: { id: 'ida' } }])
    room.stop()
  })

  it('leaves no timer after a stop, whatever happens afterwards', () => {
    const clock = fakeClock()
    const { room } = setUp({ clock, flagsDeadlineMs: 2_000 })
    room.admit(draft('1', 'e-1'))
    room.stop()
    room.admit(draft('2', 'e-1'))
    expect(clock.pending).toBe(0)
  })

  it('does not give a draft the flags of the next identity', () => {
    const { identity, flags, completed, room } = setUp()
    flags.set({ epoch: 'e-1', isReady: false, values: {} })
    identity.set(person('ida', 'e-1'))
    room.admit(draft('1', 'e-1'))
    flags.set({ epoch: 'e-2', isReady: true, values: { plan: 'of otto' } })
    identity.set(person('otto', 'e-2'))
    expect(completed).toMatchObject([{ identity: { id: 'ida' } }])
    expect(completed[0]?.properties).toEqual({ own: 1 })
    room.stop()
  })

  it('completes a draft at once if it need not wait', () => {
    const { identity, completed, room } = setUp()
    identity.set(person('ida', 'e-1'))
    expect(room.admit(draft('1', 'e-1'))).toMatchObject({ event: { identity: { id: 'ida' } } })
    expect(completed).toEqual([])
    room.stop()
  })

  it('completes a draft that is adopted several times only once', async () => {
    const { identity, completed, stored, room, adopt } = setUp()
    stored.push({ ...draft('1', 'earlier'), identity: { id: 'ida' } })
    adopt(stored)
    adopt(stored)
    identity.set(person('ida', 'e-1'))
    await expect.poll(() => completed).toHaveLength(1)
    room.stop()
  })

  it('completes a draft of another page with the owner that this page has stored meanwhile', async () => {
    const clock = fakeClock()
    const { identity, completed, stored, room, adopt } = setUp({ clock, owner: { id: 'ida' } })
    adopt([{ ...draft('1', 'earlier'), at: clock.now(), credential: 'shared' }])
    stored.push({ ...draft('1', 'earlier'), at: clock.now(), identity: { id: 'support' } })
    identity.set(person('ida', 'e-1'))
    await clock.advance(60_000)
    expect(completed).toMatchObject([{ identity: { id: 'support' } }])
    room.stop()
  })

  it('does not complete a draft again that is adopted while its event is being stored', () => {
    const { identity, completed, room, adopt } = setUp()
    room.admit(draft('1', 'e-1'))
    identity.set(person('ida', 'e-1'))
    adopt([draft('1', 'e-1')])
    expect(completed).toHaveLength(1)
    room.stop()
  })

  it('does not let a property of the application replace a flag', () => {
    const { identity, room } = setUp()
    identity.set(person('ida', 'e-1'))
    const forged = { ...draft('1', 'e-1'), properties: { 'LDFF: plan': 'forged' } }
    const taken = room.admit(forged)
    expect('event' in taken && withFlags(taken.event).properties).toEqual({ 'LDFF: plan': 'a' })
    room.stop()
  })

  it('completes nothing after it is stopped', () => {
    const { identity, completed, room } = setUp()
    room.admit(draft('1', 'e-1'))
    room.stop()
    identity.set(person('ida', 'e-1'))
    expect(completed).toEqual([])
  })
})
