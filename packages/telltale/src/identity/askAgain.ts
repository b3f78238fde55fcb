import type { FailedRequest, Host } from '../core/host.ts'
import { sleep } from '../core/lib/time.ts'
import { createRetry, type Backoff } from '../core/lib/retry.ts'

/** The delays between the requests of a question that fails. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 30_000 }
/** How long a question may fail before a page that shows no user says that there is none, in milliseconds. */
const SHOW_NOBODY_MS = 5_000
/** How long a question may fail before the user is no longer shown, and later events have no user, in milliseconds. */
const GIVE_UP_MS = 60_000
/** How long it may take until it is known who is signed in before that is reported, in milliseconds. */
const SLOW_MS = 10_000
const NOT_KNOWN =
  'The user is not known yet: auth.token or identity.person returns undefined or a pending promise, or telltale.identify was not called. (T56)'
const SLOW = 'events have waited for who-am-i for 10 s (T141)'

/**
 * Repeats a question of who-am-i that has failed, until it is answered or another one takes its place: after a delay, when the page is
 * shown, and when the network is back. Only the delays while the browser is online count as time of failure.
 */
export function askAgain({
  platform: { clock, random, page },
  repetition,
  bus,
}: Pick<Host, 'platform' | 'repetition' | 'bus'>): void {
  const { asked, failed } = repetition
  /** The question that is being repeated. */
  let repeated: AbortSignal | undefined
  failed.watch(start)
  start()
  asked.watch(() => void watch())
  void watch()

  /** Reports a question that is not answered for long. One that fails has been reported. */
  async function watch() {
    const question = asked.get()
    if (!question) return
    const { signal } = question.controller
    await sleep(clock, SLOW_MS, signal)
    if (signal.aborted || failed.get()?.signal === signal) return
    const problem = { where: 'identity', isError: true, until: signal } as const
    if (question.tokenDigest === undefined) bus.publish('problem', { ...problem, message: NOT_KNOWN })
    else bus.publish('problem', { ...problem, message: SLOW, isRecurring: true })
  }

  function start() {
    const failure = failed.get()
    if (failure && failure.signal !== repeated) void repeatFrom(failure)
  }

  async function repeatFrom({ signal, retryAfterMs }: FailedRequest) {
    repeated = signal
    const retry = createRetry({ clock, random, backoff: BACKOFF, signal })
    const undo = page.onReturn(retry.retryNow)
    const isOver = () => signal.aborted || failed.get()?.signal !== signal
    let failingMs = 0
    let hasGivenUp = false
    for (let restMs = retryAfterMs; !isOver(); restMs = failed.get()?.retryAfterMs) {
      const delayMs = retry.failed(restMs)
      const isOnline = page.isOnline()
      const since = clock.now()
      await retry.wait(delayMs)
      if (isOver()) break
      // A return of the page ends a wait, and a sleep of the computer, or a clock that is set, makes it seem long.
      if (isOnline) failingMs += Math.min(Math.max(clock.now() - since, 0), delayMs)
      await repetition.repeat()
      if (isOver() || hasGivenUp) continue
      hasGivenUp = failingMs >= GIVE_UP_MS
      if (failingMs >= SHOW_NOBODY_MS) repetition.giveUp(hasGivenUp)
    }
    undo()
  }
}
