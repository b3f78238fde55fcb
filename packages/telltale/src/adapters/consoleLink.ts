import { checkOptions, type HasPassed } from '../core/checkOptions.ts'
import { writeJson } from '../core/lib/json.ts'
import { createWakeUp } from '../core/lib/waits.ts'
import { createRetry } from '../core/lib/retry.ts'
import { sleep } from '../core/lib/time.ts'
import { trimSlashes } from '../core/lib/url.ts'
import type { Progress } from '../core/model/diagnostics.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { isText } from '../core/model/promotion.ts'
import type { Observer } from '../core/observer.ts'
import type { OptionTable } from '../core/optionTable.ts'
import type { Platform } from '../core/ports/platform.ts'
import { watchProblems } from '../core/watchProblems.ts'
import { eventJson } from '../events/destinations/withFlags.ts'
import { browserOf, overriddenIn, present } from './consoleState.ts'
import { pageDeliveries } from './pageDeliveries.ts'

/** The options of `consoleLink`. */
export interface ConsoleLinkOptions {
  /** The URL of the local services, as `npx telltale dev` prints it. */
  url: string
}

/** How long steps are collected before they are sent, in milliseconds: four times a second at most. */
const BATCH_WINDOW_MS = 250
/**
 * How often the page sends a heartbeat to the console, in milliseconds: the console has no other sign that a page was killed. A connection
 * that stays open would take one of the six that a browser has for an address.
 */
const HEARTBEAT_MS = { shown: 2_500, hidden: 15_000 }
/** The pauses while no console answers, because a browser logs each failed request. */
const BACKOFF = { firstMs: 1_000, maxMs: 30_000 }
/** The maximum number of waiting steps; further steps are dropped, for example when a loop tracks events. */
const MAX_STEPS = 5_000
/** Steps of a report up to which events are whole: without a console, more and more would be kept. */
const MAX_WHOLE = 100

type Ports = Pick<Platform, 'clock' | 'page' | 'random' | 'storage' | 'transport'>

/**
 * @param ports of the page in which the observer starts
 * @param isInBackground whether the page was opened in a tab that is not shown yet
 */
export function createConsoleLink(
  options: ConsoleLinkOptions,
  ports: () => Ports,
  isInBackground = () => false,
): Observer {
  const passed = checkOptions(CONSOLE_LINK, options)
  const observer: Observer & HasPassed = { ...linkTo(passed.options, ports, isInBackground), passed }
  return observer
}

const CONSOLE_LINK = {
  what: 'consoleLink',
  table: {
    url: [
      isText,
      () => 'Telltale cannot start. Set url of consoleLink({ url }) to the address of the local services. (T146)',
    ],
  } satisfies OptionTable<ConsoleLinkOptions>,
  required: ['url'],
}

/** A step, and of a complete event what it has. */
interface ReportedStep extends Progress {
  event?: AnalyticsEvent
}

const linkTo = ({ url }: ConsoleLinkOptions, ports: () => Ports, isInBackground: () => boolean): Observer => ({
  name: 'console',
  start(layer) {
    const { clock, page, random, storage, transport } = ports()
    const { identity, flags, on } = layer
    const lifetime = new AbortController()
    const { signal } = lifetime
    const address = `${trimSlashes(url)}/console/life`
    const tab = random.uuid()
    /** Known when the page is shown: a prerendered one stores nothing. */
    let browser: string | undefined
    const wakeUp = createWakeUp(signal)
    const deliveries = pageDeliveries()
    const overridden = overriddenIn(layer.flags)
    let steps: ReportedStep[] = []
    let isLeaving = false
    let isShown = false
    let isHidden = isInBackground()
    let pauseMs = BATCH_WINDOW_MS
    const retry = createRetry({ clock, random, backoff: BACKOFF, signal })

    /** Sends another report. The first one, when the page is shown, has all that was before. */
    function changed() {
      if (isShown) wakeUp.notify()
    }

    const problems = watchProblems(layer, clock.now, changed)

    async function send() {
      if (!isShown) return
      const state = {
        tab,
        ...(browser && { browser }),
        now: clock.now(),
        ...present(layer, page),
        ...unlessEmpty('overridden', overridden()),
        ...(isHidden && { isHidden }),
        ...unlessEmpty('problems', problems.all()),
        ...unlessEmpty('deliveries', deliveries.all()),
      }
      // A browser sends no more than 64 KiB after the page. The collector gets the events.
      const told = isLeaving ? steps.map(({ event: _event, ...step }) => step) : steps
      const head = writeJson({ ...state, ...(isLeaving && { leaving: true }) })
      const body = `${head.slice(0, -1)},"steps":[${told.map(stepJson).join()}]}`
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
        const cancelHeartbeat = clock.after(isHidden ? HEARTBEAT_MS.hidden : HEARTBEAT_MS.shown, wakeUp.notify)
        await wakeUp.wait()
        cancelHeartbeat()
        await sleep(clock, pauseMs, signal)
      }
    }

    /** Reports that the page may be gone. A page that stays open reports its presence a moment later. */
    function leave() {
      isHidden = true
      if (isLeaving && steps.length === 0) return
      isLeaving = true
      void send()
      changed()
    }

    const undo = [
      on('progress', (progress) => {
        if (steps.length < MAX_STEPS) steps.push({ ...progress })
        const { step, destination = '', at, isUnconfirmed } = progress
        if (step === 'sent') deliveries.sent(destination, at)
        if (step === 'acknowledged') deliveries.worked(destination, at, isUnconfirmed)
        changed()
      }),
      // It follows its step at once. The console shows it before a collector has it.
      on('event', (event) => {
        const last = steps.at(-1)
        if (last?.id === event.id && steps.length <= MAX_WHOLE) last.event = event
      }),
      on('attempt', (attempt) => {
        deliveries.attempted(attempt)
        changed()
      }),
      problems.stop,
      identity.current.subscribe(changed),
      identity.confirmed.subscribe(changed),
      flags.status.subscribe(changed),
      page.onReturn(() => {
        isHidden = false
        changed()
      }),
      // After the events themselves, which have priority within the browser's keepalive limit.
      page.onMayExit(leave),
    ]
    page.whenShown(() => {
      if (signal.aborted) return
      isShown = true
      browser = browserOf(storage, tab)
      void run()
    })

    return () => {
      for (const step of undo) step()
      lifetime.abort()
    }
  },
})

/** With thousands of flags, the JSON of an event takes milliseconds, unless that of its flags is written once. */
const stepJson = ({ event, ...step }: ReportedStep) => {
  const text = writeJson(step)
  return event ? `${text.slice(0, -1)},"event":${eventJson(event)}}` : text
}

const unlessEmpty = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {})
