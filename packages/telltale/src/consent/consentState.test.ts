import { describe, expect, it } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createConsentState } from './consentState.ts'
import type { ConsentSettings } from './options.ts'

const SPACE = 'Desk@only/'
const SIGNED_OUT: Identity = { status: 'unknown', reason: 'signed-out', epoch: '' }
const FAILED: Identity = { status: 'unknown', reason: 'failed', epoch: '' }

/** `sam as otto`: Sam of support looks at the application as Otto. */
function known(who: string): Identity {
  const [id = '', impersonator] = who.split(' as ').reverse()
  const person = { unique_identity: id }
  return { status: 'known', person, name: id, displayIdentity: who, epoch: who, ...(impersonator && { impersonator }) }
}

/** The state of a page in a browser, in which decisions can be made about analytics and monitoring. */
function openPage(disk = fakeDisk(), settings: Pick<ConsentSettings, 'initial' | 'text'> = {}) {
  const { random } = fakePlatform(undefined, disk)
  const time = { now: 1_000 }
  const clock = { now: () => time.now } as never
  const recorded: object[] = []
  const state = createConsentState({
    ...{ settings, space: SPACE, optional: ['analytics', 'monitoring'], denied: [] },
    ...{ clock, random, storage: disk.storage },
  })
  const { text = '' } = settings
  return {
    ...{ disk, time, recorded, state },
    be: (who: Identity | string | null) => {
      state.follow(typeof who === 'string' ? known(who) : (who ?? SIGNED_OUT))
      state.update()
    },
    decide(purposes: Record<string, boolean>) {
      const isDenied = state.decide({ purposes, text, source: 'page' }, (event) => `e${recorded.push(event)}`)
      state.update()
      return isDenied
    },
    analytics: () => state.get().purposes['analytics'],
  }
}

describe('the key of a decision', () => {
  it('has a digest of the person, and nothing after the space for a visitor', () => {
    const { be, decide, disk } = openPage()
    be(null)
    decide({ analytics: true })
    expect(disk.storage.keys('consent:')).toEqual([`consent:${SPACE}`])
    be('otto-4711')
    const [key, ...others] = disk.storage.keys('consent:')
    expect([key?.startsWith(`consent:${SPACE} `), others]).toEqual([true, []])
    expect(key).not.toContain('otto')
  })
})

describe('while it is not known who is signed in', () => {
  it.each([{ status: 'resolving', epoch: '' } as const, FAILED])('nobody is asked, and nobody decides: %j', (who) => {
    const { be, decide, recorded, state } = openPage()
    be(who)
    expect([state.holder(), state.get().shouldAsk]).toEqual([undefined, false])
    expect([decide({ analytics: false }), recorded, state.get().decision]).toEqual([false, [], undefined])
  })

  it('a purpose waits that somebody has denied in this browser, and no other one', () => {
    const initial = { analytics: true, monitoring: true }
    const first = openPage(undefined, { initial })
    first.be('ida')
    first.decide({ analytics: false, monitoring: true })
    expect(openPage(first.disk, { initial }).state.get().purposes).toEqual({
      ...{ necessary: 'granted', analytics: 'pending', monitoring: 'granted' },
    })
  })
})

describe('a decision', () => {
  it('denies something if it has a false, unless the user has said the same before', () => {
    const { be, decide, recorded } = openPage()
    be('ida')
    expect([decide({ analytics: true }), decide({ analytics: false }), decide({ analytics: false })]).toEqual([
      ...[false, true, false],
    ])
    expect(recorded).toHaveLength(2)
  })

  it.each([0, -5_000])('is later than the one before it, also if the clock has gone on by %i ms', (ms) => {
    const { be, decide, state, time } = openPage()
    be('ida')
    decide({ analytics: true })
    const before = state.get().decision?.at ?? 0
    time.now += ms
    decide({ analytics: false })
    expect(before).toBe(1_000)
    expect(state.get().decision?.at).toBe(1_001)
  })

  it('of a user is not written again by a page that finds it, so that a full browser keeps it', () => {
    const { be, decide, disk, state } = openPage()
    be('ida')
    decide({ analytics: true })
    disk.condition = 'refuses'
    const decision = state.own.get('ida')
    if (decision) state.keep('ida', decision)
    expect(disk.storage.keys('consent:')).toHaveLength(1)
  })

  it('changes the state once', () => {
    const { be, decide, state } = openPage()
    be('ida')
    decide({ analytics: true })
    expect(state.update()).toBe(false)
  })
})

describe('a visitor who signs in', () => {
  it('has decided as the person, for the text of this page alone', () => {
    const first = openPage(undefined, { text: '1' })
    first.be(null)
    first.decide({ analytics: true })
    const next = openPage(first.disk, { text: '2' })
    next.be(null)
    next.be('ida')
    expect([next.analytics(), next.disk.storage.keys('consent:')]).toEqual(['pending', []])
  })

  it('keeps the decision of the visitor in a browser that does not keep it as that of the person', () => {
    const { be, decide, disk } = openPage()
    be(null)
    decide({ analytics: true })
    disk.condition = 'refuses'
    be('ida')
    disk.condition = 'well'
    const next = openPage(disk)
    next.be('ida')
    expect(next.analytics()).toBe('granted')
  })

  it('is not the customer whom an impersonator looks at', () => {
    const { be, state } = openPage()
    be(null)
    const visitor = state.ownerOf({})
    be('sam as otto')
    expect([state.ownerOf({}), state.ownerOf({ id: 'otto' })]).toEqual([visitor, 'otto'])
  })

  it('is the person otherwise', () => {
    const { be, state } = openPage()
    be(null)
    be('otto')
    expect(state.ownerOf({})).toBe('otto')
  })
})

describe('a user who is forgotten', () => {
  it('is denied everything, and stays forgotten as long as the page has the same user', () => {
    const { be, state } = openPage()
    be(null)
    state.forget()
    state.update()
    expect(state.get()).toMatchObject({ purposes: { necessary: 'denied', analytics: 'denied' }, shouldAsk: false })
    be(null)
    expect([state.isForgotten(), state.hasForgotten()]).toEqual([true, true])
  })

  it('is not the visitor of after a sign-in, although visitors have no names', () => {
    const { analytics, be, state } = openPage()
    be(null)
    state.forget()
    be('ida')
    be(null)
    expect([state.isForgotten(), analytics()]).toEqual([false, 'pending'])
  })

  it('stays so when the browser gets another visitor', () => {
    const { be, state } = openPage()
    be(null)
    state.meet('a')
    state.forget()
    state.meet('b')
    expect(state.isForgotten()).toBe(true)
  })

  it('makes no visitor forgotten who was not', () => {
    const { be, state } = openPage()
    be(null)
    state.meet('a')
    state.meet('b')
    expect(state.isForgotten()).toBe(false)
  })

  it.each([null, 'ida'])('is known again after a decision in another tab: %s', (who) => {
    const { be, state } = openPage()
    be(who)
    state.forget()
    expect(state.isForgotten()).toBe(true)
    state.remember()
    expect(state.isForgotten()).toBe(false)
  })

  it('decides nothing', () => {
    const { be, decide, disk, recorded, state } = openPage()
    be('ida')
    state.forget()
    expect([decide({ analytics: false }), recorded, disk.storage.keys('consent:')]).toEqual([false, [], []])
  })
})
