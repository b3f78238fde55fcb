import { describe, expect, it } from 'vitest'
import { writable } from '../../core/lib/readable.ts'
import { type EventDraft, eventIdentity, type EventIdentity, type StoredEvent } from '../../core/model/event.ts'
import type { FlagsInForce } from '../../core/model/flag.ts'
import type { Identity } from '../../core/model/identity.ts'
import { fakeHost, fakeQuestions } from '../../testing/fakeHost.ts'
import { fakeClock, fakePlatform, settle } from '../../testing/fakePlatform.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import { OTHER_PAGE_MS } from '../recording/attribution.ts'
import { deliveryReports } from '../reports/deliveryReports.ts'
import { ownerByEvidence } from './evidence.ts'
import { startRecovery } from './recovery.ts'
import { createRecorder } from '../recording/recorder.ts'
import { createSettle } from './settle.ts'

const person = (id: string): Identity => ({
  status: 'known',
  epoch: 'own',
  person: { unique_identity: id },
  name: id,
  displayIdentity: id,
})
const inForce = (flags: Omit<FlagsInForce, 'getFlag'>): FlagsInForce => ({ ...flags, getFlag: () => undefined })

const draft = (more: Partial<EventDraft>): EventDraft => ({
  ...{ page: 'page-1', n: 1 },
  id: '1',
  name: 'Quote sent',
  at: 0,
  url: '',
  properties: {},
  epoch: 'earlier',
  ...more,
})

interface World {
  /** The answer to the question of this page, for every token. */
  owner?: EventIdentity
  flagsDeadlineMs?: number
  openMs?: number
  /** Whether the pages of the drafts have ended. */
  hasEnded?: boolean
}

/** A page that finds these drafts in the outbox, which takes `openMs` to open. `owner` has every token. */
function open(stored: EventDraft[], world: World = {}) {
  const { owner, flagsDeadlineMs, openMs = 0 } = world
  const clock = fakeClock()
  const questions = fakeQuestions()
  const identity = writable<Identity>({ status: 'resolving', epoch: 'own' })
  const flags = writable<FlagsInForce>(inForce({ epoch: 'own', isReady: true, values: { plan: 'a' } }))
  identity.watch(() => flags.set({ ...flags.get(), user: eventIdentity(identity.get()) }))
  const completed: StoredEvent[] = []
  const recorder = createRecorder({
    inMemory: { byId: new Map(), amend: () => expect.unreachable() },
    shown: identity,
    identity,
    questions,
    flags,
    flagsDeadlineMs,
    redacted: (value) => value,
  })
  const host = fakeHost(fakePlatform())
  const settleDraft = createSettle([{ name: 'collector' }], {
    ...host,
    reports: deliveryReports(host),
    steps: [],
    deciding: { decide: async () => undefined, again() {} },
    process: (event) => event,
  })
  recorder.settleBy(settleDraft, (given, waited) => ownerByEvidence(given, { ...waited, later: owner, isAsked: false }))
  const running = async () => {
    const locks = stored.map(({ question = '' }) => `page:${question.replace(/\/.*/, '')}@Desk`)
    return world.hasEnded === undefined ? undefined : world.hasEnded ? [] : locks
  }
  const recovery = startRecovery({
    clock,
    attributor: recorder,
    answerAfter: () => owner,
    askedAt: clock.now(),
    flagsDeadlineMs,
    async readPending() {
      if (openMs > 0) await new Promise<void>((resolve) => clock.after(openMs, resolve))
      return stored
    },
    tabs: { running },
    settle: settleDraft,
    amend: ({ event, todo }) => void (todo.includes(PENDING) || completed.push(event as StoredEvent)),
  })
  const close = () => [recovery, recorder].forEach((part) => part.stop())
  return { clock, identity, flags, completed, recorder, close }
}

describe('a draft of another page', () => {
  it('a draft of another page is completed when its owner is the user of this page, and once only', async () => {
    const { identity, flags, completed, close } = open([draft({ identity: { id: 'ida' } })])
    await settle()
    identity.set(person('ida'))
    flags.set(inForce({ epoch: 'own', isReady: true, user: { id: 'ida' }, values: { plan: 'b' } }))
    await settle()
    expect(completed).toMatchObject([{ identity: { id: 'ida' }, flagSet: { properties: { 'LDFF: plan': 'b' } } }])
    close()
  })

  it('a draft of another page of another user is left to its page for a minute, and then completed without flags', async () => {
    const { clock, identity, completed, close } = open([draft({ identity: { id: 'otto' } })])
    identity.set(person('ida'))
    await clock.advance(59_999)
    expect(completed).toEqual([])
    await clock.advance(1)
    expect(completed).toMatchObject([{ identity: { id: 'otto' } }])
    expect(completed[0]?.flagSet).toBeUndefined()
    close()
    expect(clock.pending).toBe(0)
  })

  it('a draft of another page waits for flags until the deadline', async () => {
    const { clock, identity, flags, completed, close } = open([draft({ identity: { id: 'ida' } })], {
      flagsDeadlineMs: 2_000,
    })
    flags.set(inForce({ epoch: 'own', isReady: false, user: { id: 'ida' }, values: {} }))
    identity.set(person('ida'))
    await clock.advance(1_999)
    expect(completed).toEqual([])
    await clock.advance(1)
    expect(completed).toMatchObject([{ identity: { id: 'ida' } }])
    close()
  })

  it('a draft of another page has the owner that its page has stored meanwhile', async () => {
    const stored = [draft({ tokenDigest: 'shared' })]
    const { clock, identity, completed, close } = open(stored, { owner: { id: 'ida' } })
    stored[0] = draft({ identity: { id: 'support' } })
    identity.set(person('ida'))
    await clock.advance(60_000)
    expect(completed).toMatchObject([{ identity: { id: 'support' } }])
    close()
  })

  it.each([
    ['older than this page has the owner of its token', 0, [{ identity: { id: 'ida' } }]],
    [
      'newer than this page is left to a later page, because its token may have belonged to somebody else by then',
      1,
      [],
    ],
    ['from the future is old, because the clock was set back', 1_001, [{ identity: { id: 'ida' } }]],
  ])('a draft of another page that is %s', async (_, at, expected) => {
    const stored = [draft({ at, tokenDigest: 'shared', shown: { id: 'ida' } })]
    const { clock, identity, completed, close } = open(stored, { owner: { id: 'ida' }, openMs: 1_000 })
    identity.set(person('ida'))
    await clock.advance(OTHER_PAGE_MS)
    expect(completed).toMatchObject(expected)
    expect(completed).toHaveLength(expected.length)
    close()
  })

  it('a draft of another page of a page that is open is left to it, and is completed within a minute after the page has ended', async () => {
    const world: World = { owner: { id: 'ida' }, hasEnded: false }
    const waiting = draft({ tokenDigest: 'shared', question: 'page-9/0', hasLock: true, at: -1 })
    const { clock, identity, completed, close } = open([waiting], world)
    identity.set(person('ida'))
    await clock.advance(3_600_000)
    expect(completed).toEqual([])
    world.hasEnded = true
    await clock.advance(60_000)
    expect(completed).toMatchObject([{ identity: { id: 'ida' } }])
    await clock.advance(60_000)
    expect(completed).toHaveLength(1)
    close()
    expect(clock.pending).toBe(0)
  })

  it('a draft of another page that its page has completed meanwhile is left alone', async () => {
    const stored = [draft({ identity: { id: 'ida' } })]
    const { clock, identity, completed, close } = open(stored)
    await settle()
    stored.length = 0
    identity.set(person('ida'))
    await clock.advance(60_000)
    expect(completed).toEqual([])
    close()
  })

  it('a draft of another page is left alone after a stop', async () => {
    const { clock, identity, completed, close } = open([draft({ identity: { id: 'ida' } })])
    await settle()
    close()
    identity.set(person('ida'))
    await clock.advance(60_000)
    expect([completed, clock.pending]).toEqual([[], 0])
  })
})

it('a draft of this page is left to the recorder, which may have completed it', async () => {
  const { clock, identity, completed, close } = open([draft({ question: 'page-1/0' })])
  identity.set(person('ida'))
  await clock.advance(60_000)
  expect(completed).toEqual([])
  close()
})

it.each([
  ['ended is decided at once', true, 1],
  ['not ended is left to it', false, 0],
])('a draft whose page has %s', async (_title, hasEnded, expected) => {
  const stored = [draft({ question: 'page-0/1', tokenDigest: 'shared', hasLock: true })]
  const { clock, identity, completed, close } = open(stored, { owner: { id: 'ida' }, hasEnded })
  identity.set(person('ida'))
  await settle()
  expect(completed).toHaveLength(expected)
  await clock.advance(OTHER_PAGE_MS)
  expect(completed).toHaveLength(expected)
  close()
})
