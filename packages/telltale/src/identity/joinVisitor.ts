import type { LateHost } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { SteppedLayer } from '../core/model/step.ts'
import { SIGNING_IN, VISITOR, visitorIn } from './visitors.ts'

/** The setting, as far as it is read here. */
interface VisitorSetting {
  readonly identity?: { readonly visitor?: unknown } | undefined
}

export const hasVisitors = (settings: object): boolean => (settings as VisitorSetting).identity?.visitor === true

/** The event that says who a visitor was. */
const VISITOR_SIGNED_IN = 'Visitor signed in'

/** How many visitors may wait for the answer to their tokens. More are left by sign-ins that have failed. */
const MAX_SIGNING_IN = 10

/**
 * Records who a visitor was when the answer for the token has come with which the visitor signed in: once for all tabs, and not if the
 * first who is known is impersonated. In a tab in which nobody is signed in, asks again when another tab has signed the visitor in.
 */
export function joinVisitor(
  { app: { space }, identity, questions, platform: { page, storage, tabs }, repetition }: LateHost,
  record: SteppedLayer['record'],
): Unsubscribe {
  const lifetime = new AbortController()
  // The space of another application may begin with this one.
  const signingIn = `${SIGNING_IN}${space} `

  function join() {
    const who = identity.get()
    if (who.status !== 'known' || !who.tokenDigest || !questions.now().owner) return
    const key = signingIn + who.tokenDigest
    if (!visitorIn(storage, key)) return
    void tabs.whileAlone(key, lifetime.signal, async () => {
      // The answer to a question that has begun meanwhile may be an impersonated person.
      if (identity.get() !== who || !questions.now().owner) return
      const visitor = visitorIn(storage, key)
      if (!visitor) return // another tab was first
      storage.remove(key)
      if (who.impersonator === undefined) record(VISITOR_SIGNED_IN, { visitor }, 'sign-in')
      const others = storage.keys(signingIn)
      if (others.length > MAX_SIGNING_IN) others.forEach(storage.remove)
    })
  }

  function askAgain() {
    const who = identity.get()
    if (who.status !== 'unknown' || !who.visitor) return
    const kept = [VISITOR + space, ...storage.keys(signingIn)].map((key) => visitorIn(storage, key))
    if (!kept.includes(who.visitor)) void repetition.repeat()
  }

  const undo = [
    identity.watch(join),
    questions.watch(join),
    page.onReturn(askAgain),
    tabs.onStored('visitor', askAgain),
    () => lifetime.abort(),
  ]
  join()
  askAgain()
  return () => undo.forEach((step) => step())
}
