import type { LateHost } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { RecordOwn } from '../core/observer.ts'
import type { Decide } from '../core/ports/platform.ts'
import { SIGNING_IN, VISITOR, visitorIn } from './visitors.ts'

/** The event that says who a visitor was. */
const VISITOR_SIGNED_IN = 'Visitor signed in'

/** How many visitors may wait for the answer to their tokens. More are left by sign-ins that have failed. */
const MAX_SIGNING_IN = 10

interface Needs {
  decide: Decide
  record: RecordOwn
}

/**
 * Records who a visitor was when the answer for the token has come with which the visitor signed in: once for the whole browser, and not
 * if the first who is known is impersonated. Two tabs may sign the same visitor in at one moment, before either of them sees what the other one has
 * stored. So the visitor belongs to the page that is the first to say so in a database. Where there is none, nobody is joined.
 * In a tab in which nobody is signed in, asks again when another tab has signed the visitor in.
 */
export function joinVisitor(
  { app: { space }, identity, questions, platform: { page, storage, tabs }, repetition }: LateHost,
  { decide, record }: Needs,
): Unsubscribe {
  let isStopped = false
  // The space of another application may begin with this one.
  const signingIn = `${SIGNING_IN}${space} `

  async function join() {
    const who = identity.get()
    if (who.status !== 'known' || !who.tokenDigest || !questions.now().owner) return
    const key = signingIn + who.tokenDigest
    const visitor = visitorIn(storage, key)
    const decided = visitor && (await decide(VISITOR + visitor, questions.page))
    // The answer to a question that has begun meanwhile may be an impersonated person. It is this page that joins the visitor then.
    if (isStopped || !decided || identity.get() !== who || !questions.now().owner) return
    if (visitorIn(storage, key) !== visitor) return
    storage.remove(key)
    if (decided === questions.page && who.impersonator === undefined) record(VISITOR_SIGNED_IN, { visitor }, 'sign-in')
    const others = storage.keys(signingIn)
    if (others.length > MAX_SIGNING_IN) others.forEach(storage.remove)
  }

  function askAgain() {
    const who = identity.get()
    if (who.status !== 'unknown' || !who.visitor) return
    const kept = [VISITOR + space, ...storage.keys(signingIn)].map((key) => visitorIn(storage, key))
    if (!kept.includes(who.visitor)) void repetition.repeat()
  }

  const undo = [
    identity.watch(() => void join()),
    questions.watch(() => void join()),
    page.onReturn(askAgain),
    tabs.onStored('visitor', askAgain),
    () => void (isStopped = true),
  ]
  void join()
  askAgain()
  return () => undo.forEach((step) => step())
}
