import { pageDeliveries } from './adapters/pageDeliveries.ts'
import { pageProblems } from './adapters/pageProblems.ts'
import { writeJson } from './core/lib/json.ts'
import { atMost, createWakeUp } from './core/lib/waits.ts'
import type { BuiltInObserver, ObservedHost, ObserverPart } from './core/host.ts'
import { createRetry } from './core/lib/retry.ts'
import { sleep } from './core/lib/time.ts'
import { trimSlashes } from './core/lib/url.ts'
import type { Progress } from './core/model/diagnostics.ts'
import type { Identity, KnownIdentity } from './core/model/identity.ts'

/** The options of `consoleLink`. */
export interface ConsoleLinkOptions {
  /** The URL of the local services, as `npx telltale dev` prints it. */
  url: string
}

/** How long steps are collected before they are sent, in milliseconds: four times a second at most. */
const BATCH_WINDOW_MS = 250
/** How often the page sends a heartbeat to the console, in milliseconds. */
const HEARTBEAT_MS = 15_000
/** The pauses while no console answers, because a browser logs each failed request. */
const BACKOFF = { firstMs: 1_000, maxMs: 30_000 }
/** The maximum number of waiting steps; further steps are dropped, for example when a loop tracks events. */
const MAX_STEPS = 5_000
/**
 * Shows the local console the progress of each event, the current user, the status of the flags, and the problems that the page
 * reports. For development: it sends even if no console is running, and a failure is silent. Events are identified by their ids; no
 * token is sent.
 *
 * @example createTelltale({ …, observers: import.meta.env.DEV ? [consoleLink({ url: 'http://127.0.0.1:4801' })] : [] })
 */
export function consoleLink(options: ConsoleLinkOptions): BuiltInObserver {
  if (typeof options?.url !== 'string' || options.url === '')
    throw new Error(
      'Telltale cannot start. Set url of consoleLink({ url }) to the address of the local services. (T146)',
    )
  return linkTo(options)
}

const linkTo = ({ url }: ConsoleLinkOptions): ObserverPart => ({
  name: 'console',
  start(host) {
    const { platform, bus, identity, questions, repetition, flagsStatus } = host
    const { clock, page, random, transport } = platform
    const lifetime = new AbortController()
    const { signal } = lifetime
    const address = `${trimSlashes(url)}/console/life`
    const tab = random.uuid()
    const wakeUp = createWakeUp(signal)
    const problems = pageProblems()
    const deliveries = pageDeliveries()
    let steps: Progress[] = []
    let isLeaving = false
    let isShown = false
    let pauseMs = BATCH_WINDOW_MS
    const retry = createRetry({ clock, random, backoff: BACKOFF, signal })

    async function send() {
      if (!isShown) return
      const state = {
        tab,
        ...present(host),
        ...unlessEmpty('problems', problems.all()),
        ...unlessEmpty('deliveries', deliveries.all()),
      }
      const body = writeJson({ ...state, steps, ...(isLeaving && { leaving: true }) })
      const headers = { 'Content-Type': 'application/json' }
      steps = []
      const { outcome } = await transport.send({
        url: address,
        method: 'POST',
        headers,
        body,
        keepalive: isLeaving,
        signal,
      })
      if (outcome === 'response') retry.succeeded()
      pauseMs = outcome === 'response' ? BATCH_WINDOW_MS : retry.failed()
    }

    async function run() {
      while (!signal.aborted) {
        isLeaving = false
        void send()
        await atMost(clock, HEARTBEAT_MS, wakeUp.wait())
        await sleep(clock, pauseMs, signal)
      }
    }

    /** Reports that the page may be gone. A page that stays open reports its presence a moment later. */
    function leave() {
      if (isLeaving && steps.length === 0) return
      isLeaving = true
      void send()
      wakeUp.notify()
    }

    const undo = [
      bus.on('progress', (progress) => {
        if (steps.length < MAX_STEPS) steps.push(progress)
        const { step, destination = '', at } = progress
        if (step === 'sent') deliveries.sent(destination, at)
        if (step === 'acknowledged') {
          problems.ended(destination, at)
          deliveries.worked(destination, at)
        }
        wakeUp.notify()
      }),
      bus.on('attempt', (attempt) => {
        // Another tab has delivered the events that waited here.
        if (deliveries.attempted(attempt) === 'nothing-left') problems.ended(attempt.destination, attempt.at)
        wakeUp.notify()
      }),
      bus.on('problem', (problem) => {
        problems.happened(problem, clock.now())
        wakeUp.notify()
      }),
      repetition.failed.subscribe(() => {
        const { reason = '' } = repetition.failed.get() ?? {}
        problems.happened({ where: 'identity', message: reason, isError: true }, clock.now())
        wakeUp.notify()
      }),
      questions.subscribe(() => {
        // An answer without a user is a failure, or a sign-out, which the identity tells.
        if (questions.now().owner?.id !== undefined) problems.ended('identity', clock.now())
        wakeUp.notify()
      }),
      identity.subscribe(() => {
        const who = identity.get()
        if (who.status === 'unknown' && who.reason === 'signed-out') problems.ended('identity', clock.now())
        wakeUp.notify()
      }),
      flagsStatus.subscribe(wakeUp.notify),
      page.onReturn(wakeUp.notify),
      // After the events themselves, which have priority within the browser's keepalive limit.
      page.onMayExit(leave),
    ]
    page.whenShown(() => {
      isShown = true
      void run()
    })

    return {
      stop() {
        for (const step of undo) step()
        lifetime.abort()
      },
    }
  },
})

/** Why the page names no user. An older console ignores it. */
const noUser = (who: Exclude<Identity, KnownIdentity>) =>
  who.status === 'resolving' ? 'resolving' : who.reason === 'signed-out' ? 'signed-out' : 'failed'

const unlessEmpty = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {})

function present({ app, identity, questions, flagsStatus, destinations, platform: { page } }: ObservedHost) {
  const who = identity.get()
  // The user of an earlier page is shown, and who-am-i has not answered yet.
  const isRemembered = who.status === 'known' && !questions.now().owner
  return {
    page: page.url().replace(/[?#].*/, ''),
    app: app.name,
    ...(who.status === 'known' ? { identity: who.person.unique_identity } : { identity: null, noUser: noUser(who) }),
    ...(isRemembered && { isRemembered }),
    flags: flagsStatus.get(),
    destinations,
  }
}

export type { BuiltInObserver }
