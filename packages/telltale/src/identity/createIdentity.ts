import type { FailedRequest, Questions, Repetition, Stoppable } from '../core/host.ts'
import { freezeDeep, sameJson } from '../core/lib/json.ts'
import { writable, type Readable, type Watchable } from '../core/lib/readable.ts'
import { isThenable } from '../core/lib/thenable.ts'
import { childController, sleep, whenAborted } from '../core/lib/time.ts'
import { eventIdentity, ownerIn } from '../core/model/event.ts'
import type { Accounts, Identity, Person, UnknownIdentity } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'
import { createQuestions, type OwnQuestion } from './createQuestions.ts'
import { createTokenDigests } from '../core/tokenDigests.ts'
import { createIdentityCache } from './identityCache.ts'
import type { IdentitySource, Session, Tokens } from './identitySource.ts'
import type { WithVisitor } from './visitors.ts'
import { nextIdentity, type AnsweredStep, type IdentityStep } from './nextIdentity.ts'

/** Who is signed in. */
export interface IdentityApi {
  /** The identity of the current user. */
  readonly current: Readable<Identity>
  /**
   * Asks again, as after a sign-in or when impersonation begins or ends: who-am-i, or `identity.person` of the settings. Events
   * that are tracked from now on have the user of the answer. Resolves when the answer is in force, or the first attempt has
   * failed, or a later question or a logout has taken its place. After a network error or a status such as 503, who-am-i is
   * asked again until it answers: `current` says how long the user stays known. While a token is promised, the user who is shown stays:
   * call `reset()` first when another person takes over the page.
   */
  refresh(): Promise<void>
  /** Forgets who is signed in, as at a logout. */
  reset(): void
}

/** The identity as the other parts of the layer use it. */
export interface IdentityPart extends IdentityApi, Stoppable {
  readonly current: Watchable<Identity>
  /**
   * The identity that who-am-i has confirmed on this page: resolving while `current` shows an answer that is only remembered.
   * Events and vendors use this one.
   */
  readonly confirmed: Watchable<Identity>
  readonly questions: Questions
  readonly repetition: Repetition
}

/** The console message that the specification's §8 requires when who-am-i fails. What has failed follows, as an error. */
const FAILURE = 'useHeaperIdentity() error'
/** The time between two calls of `auth.token` or `identity.person` while the user is not known yet, in milliseconds. */
const READ_AGAIN_MS = 1_000

interface Additions {
  /** Returns the accounts of a person, as data that cannot be changed. Never throws. */
  accountsOf?(person: Person): Accounts | undefined
  withVisitor?: WithVisitor | undefined
}

export function createIdentity(
  platform: Pick<Platform, 'storage' | 'random' | 'log' | 'clock' | 'page'>,
  source: IdentitySource,
  { accountsOf = () => undefined, withVisitor = (next) => next }: Additions = {},
): IdentityPart {
  const { storage, random, log, clock, page } = platform
  const tokenDigests = createTokenDigests(platform)
  const cache = createIdentityCache(storage, tokenDigests)
  const lifetime = new AbortController()
  const questions = createQuestions({ clock, tokenDigests, page: random.uuid(), signal: lifetime.signal })
  const resolving: Identity = freezeDeep({ status: 'resolving', epoch: random.uuid() })
  const current = writable<Identity>(resolving)
  const confirmed = writable<Identity>(resolving)
  const failed = writable<FailedRequest | undefined>(undefined)
  const asked = writable<OwnQuestion | undefined>(undefined)
  let latest: OwnQuestion | undefined
  /** The wait for a user, while the application cannot say who is signed in. */
  let waiting: AbortController | undefined
  /** False while `current` shows the answer of an earlier page, or nobody because of a failure. */
  let isConfirmed = false

  function move(step: IdentityStep, isFinal = true) {
    const before = current.get()
    const next = withVisitor(nextIdentity(before, step, random.uuid()), before, 'isAnswer' in step)
    if (step.type !== 'asked') isConfirmed = isFinal
    else if (next !== before) isConfirmed = false
    // Listeners are not called when nothing has changed.
    if (!sameJson(next, before)) current.set(freezeDeep(next))
    const { epoch, tokenDigest } = current.get()
    const known: Identity = isConfirmed
      ? current.get()
      : freezeDeep({ status: 'resolving', epoch, ...(tokenDigest !== undefined && { tokenDigest }) })
    if (!sameJson(known, confirmed.get())) confirmed.set(known)
  }

  /** The identity moves first: events that get their owner then have the flags of that user. */
  function settle(question: OwnQuestion, step: IdentityStep) {
    if (question === latest) {
      move(step)
      failed.set(undefined)
    }
    const nobody = (question === latest && eventIdentity(current.get())) || {}
    questions.settle(question, step.type === 'answered' ? ownerIn(step) : nobody)
  }

  const answered = (person: Person): AnsweredStep => ({ type: 'answered', person, accounts: accountsOf(person) })

  const complain = (problem: string) => log.error(FAILURE, new Error(problem))

  function fail(question: OwnQuestion, reason: string, status: UnknownIdentity['reason'] = 'failed') {
    settle(question, { type: 'failed', reason: status })
    if (question !== latest) return
    complain(`the user is unknown: ${reason}`)
    // Its signal has aborted: it is not repeated.
    failed.set({ reason, signal: question.controller.signal })
  }

  /** A page that is never shown asks for nobody. */
  async function refresh(): Promise<void> {
    if (!lifetime.signal.aborted) return new Promise((resolve) => page.whenShown(() => resolve(askNow())))
  }

  async function askNow(): Promise<void> {
    if (lifetime.signal.aborted) return
    // While the application cannot say who is signed in, it is the same question that is asked again.
    if (!waiting) latest = questions.begin()
    waiting?.abort()
    waiting = undefined
    const question = latest as OwnQuestion
    asked.set(question)
    return ask(question)
  }

  async function ask(question: OwnQuestion): Promise<void> {
    const given = source.read()
    // A text is not awaited: who-am-i is asked in the same task.
    const session = isThenable(given) ? await sessionOf(question, given) : given
    return session && answerFor(question, session)
  }

  /** Returns what the promise resolves to, or undefined when the question is over. A user who is shown stays meanwhile. */
  async function sessionOf(question: OwnQuestion, promise: PromiseLike<Session>): Promise<Session | undefined> {
    const own = childController(question.controller.signal)
    question.isAsking = true
    const session = await Promise.race([promise, whenAborted(own.signal)])
    question.isAsking = false
    own.abort()
    return session as Session | undefined
  }

  async function answerFor(question: OwnQuestion, session: Session): Promise<void> {
    switch (session.status) {
      case 'waiting':
        return question === latest ? awaitUser(question) : questions.abandon(question)
      case 'failed':
        return session.isTemporary ? failForNow(question, session.reason) : fail(question, session.reason)
      case 'nobody':
        return sayNobody(question)
      case 'signed-in':
        return askFor(question, session)
    }
  }

  function sayNobody(question: OwnQuestion, answer?: { isAnswer: true }) {
    // A sign-out may load the page again and call nothing.
    if (question === latest) cache.clear()
    settle(question, { type: 'nobody', ...answer })
  }

  /** While the application cannot say who is signed in, the identity is resolving: nothing is requested, and events wait. */
  async function awaitUser(question: OwnQuestion) {
    const own = childController(question.controller.signal)
    waiting = own
    move({ type: 'pending' })
    await sleep(clock, READ_AGAIN_MS, own.signal)
    if (own.signal.aborted) return
    own.abort()
    waiting = undefined
    return ask(question)
  }

  async function askFor(question: OwnQuestion, { person: known, ...tokens }: Tokens & { person?: Person }) {
    const { token } = tokens
    questions.name(question, token)
    // Another project may know the same person under another identity.
    const cached = known ?? cache.get(token, source.scope)
    const step = cached && answered(cached)
    if (question === latest) move({ ...step, type: 'asked', tokenDigest: tokenDigests.of(token) })
    if (known) return settle(question, step as AnsweredStep)
    const { signal } = question.controller
    question.isAsking = true
    const answer = await source.ask?.(tokens, signal)
    question.isAsking = false
    if (signal.aborted || !answer) return
    const isLatest = question === latest
    if (answer.outcome === 'known') {
      const { person } = answer
      if (isLatest) cache.set(tokens.token, person, source.scope)
      settle(question, answered(person))
    } else if (answer.outcome === 'nobody') sayNobody(question, { isAnswer: true })
    else if (answer.outcome !== 'failed') {
      if (isLatest && answer.outcome === 'refused') cache.clear()
      fail(question, answer.reason, answer.outcome === 'refused' ? 'refused' : 'failed')
    } else failForNow(question, answer.reason, answer.retryAfterMs)
  }

  function failForNow(question: OwnQuestion, reason: string, retryAfterMs?: number) {
    if (question !== latest) return questions.abandon(question)
    const { signal } = question.controller
    if (failed.get()?.signal !== signal) complain(`who-am-i is asked again: ${reason}`)
    failed.set({ reason, retryAfterMs, signal })
  }

  async function repeat() {
    const question = latest as OwnQuestion
    const session = await sessionOf(question, Promise.resolve(source.read()))
    if (!session) return
    // A question that is answered is over: what the application cannot say any more is another question.
    if (session.status === 'waiting' && !question.isOpen) return refresh()
    const { token, isTemporary } = session as { token?: string; isTemporary?: true }
    if (isTemporary || question.token === undefined || token === question.token) return answerFor(question, session)
    return question === latest ? refresh() : questions.abandon(question)
  }

  function giveUp(isFinal: boolean) {
    if (!isFinal && current.get().status !== 'resolving') return
    move({ type: 'failed', reason: 'failed' }, isFinal)
    if (!isFinal) return
    complain(`the user is unknown: ${failed.get()?.reason}`)
    questions.giveUp()
  }

  function reset() {
    /** The application never said who it was. */
    const awaited = waiting && latest
    waiting?.abort()
    waiting = undefined
    cache.clear()
    source.reset?.()
    latest = questions.begin()
    settle(latest, { type: 'reset' })
    if (awaited) questions.settle(awaited, {})
  }

  return {
    current,
    confirmed,
    questions,
    repetition: { asked, failed, repeat, giveUp },
    refresh,
    reset: () => page.whenShown(reset),
    stop: () => lifetime.abort(),
  }
}
