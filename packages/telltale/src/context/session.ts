import { writeJson } from '../core/lib/json.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { MomentSession } from '../core/model/event.ts'
import { eventIdentity } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Step } from '../core/model/step.ts'
import type { StepHost } from '../core/stepHost.ts'
import { fits, nextSession, readSession, type SessionPerson, type SharedSession } from './nextSession.ts'
import { shareOf } from './shareOf.ts'

/** The beginning of the key of the record. `session:` is the one of the load event, whose session has other rules. */
const VISIT = 'visit:'
/** How old the latest activity in the record may be, in milliseconds: each key would be a write otherwise. */
const WRITE_MS = 1_000

/** Calls the listener when the user is active in this tab. */
export type OnActivity = (listener: () => void) => Unsubscribe

/**
 * The session of all tabs of the application. Only the user's own activity in a tab extends a session, begins one or takes that of
 * another tab: what a tab records by itself after its session has ended belongs to that session, and leaves its end as it is.
 */
export function createSession(onActivity: OnActivity): Step {
  let session: MomentSession | undefined
  return {
    name: 'session',
    start: (host: StepHost) => startSession(host, { onActivity, change: (next) => (session = next) }),
    enrich: () => session && { moment: { session } },
  }
}

interface Needs {
  onActivity: OnActivity
  /** Called with each session. */
  change(session: MomentSession): void
}

function startSession({ platform, identity, app }: StepHost, { onActivity, change }: Needs): Unsubscribe {
  const { clock, storage, random, page } = platform
  const key = VISIT + app.space
  let own: SharedSession | undefined
  let isShown = false
  let person: SessionPerson

  const read = () => readSession(storage.get(key))

  /** A page that the browser has prerendered stores nothing. */
  const keep = (next: SharedSession) => isShown && storage.set(key, writeJson(next))

  function beActive() {
    const stored = read()
    const next = nextSession({ own, stored, now: clock.now(), person }, random.uuid)
    if (next.id !== own?.id) change(Object.freeze({ id: next.id, startedAt: next.startedAt }))
    own = next
    // A clock that was set back is news, too.
    const isKept = next.id === stored?.id && next.person === stored.person
    if (!isKept || Math.abs(next.lastAt - stored.lastAt) >= WRITE_MS) keep(next)
  }

  function identify() {
    person = personOf(identity.get())
    if (!own || !fits(own, person)) return beActive()
    // The tab may be idle: the session gets its person, and no more time.
    if (typeof person !== 'number' || own.person !== undefined) return
    own = { ...own, person }
    // Another tab may have begun the next session.
    if (read()?.id === own.id) keep(own)
  }

  identify()
  page.whenShown(() => {
    isShown = true
    beActive()
  })
  const undo = [onActivity(beActive), identity.watch(identify)]
  return () => undo.forEach((step) => step())
}

/** A number in place of the id: no more of the person is stored than what tells two persons apart. */
function personOf(identity: Identity): SessionPerson {
  const { id, impersonator } = eventIdentity(identity) ?? {}
  if (id !== undefined) return shareOf(`${id} ${impersonator ?? ''}`)
  return identity.status === 'unknown' && identity.reason !== 'failed' ? null : undefined
}
