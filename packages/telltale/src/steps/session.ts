import { writeJson } from '../core/lib/json.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { memoizeLast } from '../core/lib/readable.ts'
import {
  eventIdentity,
  type EventDraft,
  type EventIdentity,
  type Moment,
  type MomentSession,
} from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import { atMost } from '../core/lib/waits.ts'
import type { Host } from '../core/host.ts'
import type { Deciding, LibraryStep, StepHost } from '../core/stepHost.ts'
import {
  fits,
  includes,
  isCurrent,
  nextSession,
  readSession,
  type SessionPerson,
  type SharedSession,
} from './nextSession.ts'
import { shareOf } from './shareOf.ts'

/** The beginning of the key of the record. `session:` is the one of the load event, whose session has other rules. */
const VISIT = 'visit:'
/** How old the latest activity in the record may be, in milliseconds: each key would be a write otherwise. */
const WRITE_MS = 1_000

/** Calls the listener when the user is active in this tab. */
export type OnActivity = (listener: () => void) => Unsubscribe

/** How long it may take until a database has decided whose session it is, in milliseconds. */
const PATIENCE_MS = 5_000
/** How many sessions of persons are kept beside the latest one. */
const MAX_PERSONS = 10

/**
 * The session of all tabs of the application in which the same person is signed in. Only the user's own activity in a tab extends a session,
 * begins one or takes that of another tab: what a tab records by itself after its session has ended belongs to that session, and leaves its end as it
 * is. An event that waits for its user has the session of that moment, and gets the one of its user if that is another person.
 */
export function createSession(onActivity: OnActivity): LibraryStep {
  let running: ReturnType<typeof startSession> | undefined
  return {
    name: 'session',
    start({ '~host': host }: StepHost) {
      running = startSession(host, onActivity)
      return running.stop
    },
    enrich: () => running?.now(),
    '~complete': (draft, deciding) => (running ? running.complete(draft, deciding) : draft),
  }
}

/** The session that is wanted: of which person, at which time, and in place of which one. */
interface Wanted {
  whose: number
  at: number
  other: string
}

function startSession({ platform, identity, questions, app }: Host, onActivity: OnActivity) {
  const { clock, storage, random, page } = platform
  const latestKey = VISIT + app.space
  const personKey = (person: number) => `${latestKey} ${person}`
  /** What all tabs have decided, by its name. `undefined` while a database is asked. */
  const decisions = new Map<string, string | undefined>()
  let own: SharedSession
  let isShown = false
  let person: SessionPerson

  const takerOf = (id: string) => {
    const taker = decisions.get(VISIT + id)
    return taker === undefined ? undefined : Number(taker)
  }
  const read = (key: string) => readSession(storage.get(key))
  const readOf = (whose: SessionPerson) => (typeof whose === 'number' ? read(personKey(whose)) : undefined)

  /** A page that the browser has prerendered stores nothing. */
  function keep(next: SharedSession) {
    if (!isShown) return
    const text = writeJson(next)
    storage.set(latestKey, text)
    if (next.person === undefined) return
    const key = personKey(next.person)
    const isNew = storage.get(key) === undefined
    storage.set(key, text)
    const others = isNew ? storage.keys(`${latestKey} `).filter((one) => one !== key) : []
    if (others.length < MAX_PERSONS) return
    for (const other of others) {
      const session = read(other)
      if (!session || !isCurrent(session, clock.now())) storage.remove(other)
    }
  }

  function take(next: SharedSession) {
    if (next.person !== undefined) decisions.set(VISIT + next.id, `${next.person}`)
    own = next
  }

  function beActive(since = clock.now()) {
    const latest = read(latestKey)
    const kept = readOf(person)
    const now = clock.now()
    const known = [kept, latest, own].filter((one) => one && !isOfAnother(one))
    const next = nextSession({ known, now, since, person }, random.uuid)
    take(next)
    // A clock that was set back is news, too.
    const isKept = [latest, ...(typeof person === 'number' ? [kept] : [])].every(
      (one) => next.id === one?.id && next.person === one.person && Math.abs(next.lastAt - one.lastAt) < WRITE_MS,
    )
    if (!isKept) keep(next)
  }

  /** Whether a session in which nobody was signed in has become that of another person. */
  function isOfAnother({ id, person: whose = takerOf(id) }: SharedSession) {
    const latest = read(latestKey)
    const taker = whose ?? (latest?.id === id ? latest.person : undefined)
    return typeof person === 'number' && taker !== undefined && taker !== person
  }

  function identify() {
    person = numberOf(eventIdentity(identity.get()), identity.get())
    const kept = readOf(person)
    const isElsewhere = kept && kept.id !== own?.id && isCurrent(kept, clock.now())
    // Events wait for the answer that has named the person: the session has begun with its question.
    if (!own || isElsewhere || !fits(own, person) || isOfAnother(own)) return beActive(questions.now().askedAt)
    // A session in which nobody was signed in goes on: its next event has it decided who continues it.
    if (typeof person !== 'number' || own.person !== undefined || takerOf(own.id) !== person) return
    // The tab may be idle: the session gets its person, and no more time.
    take({ ...own, person })
    // Another tab may have begun the next session.
    if (read(latestKey)?.id === own.id) keep(own)
  }

  async function ask(name: string, choice: string, { decide, again }: Deciding) {
    let answer: string | undefined
    await atMost(
      clock,
      PATIENCE_MS,
      decide(name, choice).then((one) => (answer = one)),
    )
    decisions.set(name, answer ?? choice)
    identify()
    again()
  }

  /** What a database has decided for all tabs: two of them may choose at one moment, before either sees what the other one has stored. */
  function decided(name: string, choice: string, deciding: Deciding): string | undefined {
    if (!decisions.has(name)) {
      decisions.set(name, undefined)
      void ask(name, choice, deciding)
    }
    return decisions.get(name)
  }

  /** The session of a person for an event in a session that is of somebody else. */
  function sessionOf({ whose, at, other }: Wanted, deciding: Deciding): SharedSession | undefined {
    const known = [own, readOf(whose)].find((one) => one?.person === whose && includes(one, at))
    if (known) return known
    const begun = { id: random.uuid(), startedAt: at, lastAt: at }
    const text = decided(`${VISIT}${other} ${whose}`, writeJson(begun), deciding)
    if (text === undefined) return undefined
    // Another script may have damaged it.
    const session = readSession(text) ?? begun
    // A later event has begun it.
    return session.startedAt > at ? sessionOf({ whose, at, other: session.id }, deciding) : session
  }

  const momentWith = memoizeLast((moment: Moment) => memoizeLast((session: MomentSession) => ({ ...moment, session })))

  identify()
  page.whenShown(() => {
    isShown = true
    beActive()
  })
  const undo = [onActivity(() => beActive()), identity.watch(identify)]
  return {
    now: () => ({ moment: { session: plain(own) }, draft: own.person !== undefined && { sessionOf: own.person } }),
    complete<Draft extends EventDraft>(draft: Draft, deciding: Deciding): Draft | undefined {
      const { identity: owner, moment, at } = draft
      const id = moment?.session?.id
      const whose = numberOf(owner)
      if (id === undefined || typeof whose !== 'number') return draft
      const holder = draft.sessionOf ?? decided(VISIT + id, `${whose}`, deciding)
      if (holder === undefined) return undefined
      if (Number(holder) === whose) return draft
      const session = sessionOf({ whose, at, other: id }, deciding)
      return session && { ...draft, moment: momentWith(moment as Moment)(plain(session)) }
    },
    stop: () => undo.forEach((step) => step()),
  }
}

/** The same object for the same session, as events of one moment share theirs. */
const plain = memoizeLast(({ id, startedAt }: SharedSession): MomentSession => Object.freeze({ id, startedAt }))

/** A number in place of the id: no more of the person is stored than what tells two persons apart. */
function numberOf(owner: EventIdentity = {}, identity?: Identity): SessionPerson {
  const { id, impersonator } = owner
  if (id !== undefined) return shareOf(`${id} ${impersonator ?? ''}`)
  return identity?.status === 'unknown' && identity.reason !== 'failed' ? null : undefined
}
