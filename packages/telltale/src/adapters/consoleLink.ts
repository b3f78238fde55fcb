import type { ObservedHost, Observer } from '../core/host.ts'
import { atMost } from '../core/lib/atMost.ts'
import { createWakeUp } from '../core/lib/wakeUp.ts'
import { sleep } from '../core/lib/sleep.ts'
import { trimSlashes } from '../core/lib/trimSlashes.ts'
import type { Progress } from '../core/model/progress.ts'

export interface ConsoleLinkOptions {
  /** The local services' address, as `npm start` prints it. */
  url: string
}

/** Steps are sent together, in milliseconds: four times a second at most. */
const TOGETHER_MS = 250
/** How often the console is told that this page is still here, in milliseconds. */
const HEARTBEAT_MS = 15_000
/** How many steps wait at most; the newest are left out beyond that, as in a loop that tracks. */
const MAX_STEPS = 5_000

/**
 * Shows the local console how far each event has come, who is here and how the flags are. For development: it sends without
 * asking whether anybody listens, and a failure is silent. Events are named by their ids; tokens are not known to it.
 *
 * @example createTelltale({ …, observers: import.meta.env.DEV ? [consoleLink({ url: 'http://127.0.0.1:4801' })] : [] })
 */
export const consoleLink =
  ({ url }: ConsoleLinkOptions): Observer =>
  (host) => {
    const { platform, bus, identity, flagsStatus } = host
    const { clock, page, random, transport } = platform
    const lifetime = new AbortController()
    const { signal } = lifetime
    const address = `${trimSlashes(url)}/console/life`
    const tab = random.uuid()
    const wakeUp = createWakeUp(signal)
    let steps: Progress[] = []
    let isLeaving = false

    function send() {
      const body = JSON.stringify({ tab, ...present(host), steps, ...(isLeaving && { leaving: true }) })
      const headers = { 'Content-Type': 'application/json' }
      steps = []
      void transport.send({ url: address, method: 'POST', headers, body, keepalive: isLeaving, signal })
    }

    async function run() {
      while (!signal.aborted) {
        isLeaving = false
        send()
        await atMost(clock, HEARTBEAT_MS, wakeUp.wait())
        await sleep(clock, TOGETHER_MS, signal)
      }
    }

    /** It may be gone. A page that is not says so a moment later; one that is cannot. */
    function leave() {
      if (isLeaving && steps.length === 0) return
      isLeaving = true
      send()
      wakeUp.notify()
    }

    const undo = [
      bus.on('progress', (progress) => {
        if (steps.length < MAX_STEPS) steps.push(progress)
        wakeUp.notify()
      }),
      identity.subscribe(wakeUp.notify),
      flagsStatus.subscribe(wakeUp.notify),
      page.onReturn(wakeUp.notify),
      // After the events themselves, which come first where the browser takes only so much.
      page.onMayExit(leave),
    ]
    void run()

    return {
      stop() {
        for (const step of undo) step()
        lifetime.abort()
      },
    }
  }

function present({ app, identity, flagsStatus, platform: { page } }: ObservedHost) {
  const who = identity.get()
  return {
    page: page.url().replace(/[?#].*/, ''),
    app: app.name,
    identity: who.status === 'known' ? who.person.unique_identity : null,
    flags: flagsStatus.get(),
  }
}
