import type { Host } from '../../core/host.ts'
import { atMost, createWakeUp } from '../../core/lib/waits.ts'
import type { FlushResult } from '../../core/model/diagnostics.ts'
import type { Delivery } from './delivery.ts'
import type { Outbox } from '../store/outbox.ts'
import { countEvents } from '../store/countEvents.ts'

interface Needs extends Pick<Host, 'bus' | 'diagnostics' | 'identity'> {
  clock: Host['platform']['clock']
  permits?: Host['platform']['permits']
  outbox: Pick<Outbox, 'all' | 'ready'>
  deliveries: readonly Pick<Delivery, 'retryNow'>[]
  /** The names of the destinations. */
  names: readonly string[]
}

const NOT_READY = 'its script is not ready'
const NO_CONSENT = 'the user has not allowed it'
const NO_ANSWER = 'it has not answered yet'
const NO_USER = 'the user is not known yet'
const NO_FLAGS = 'the flags of the user are not there yet'

/** Delivers what waits, and resolves when nothing is left, or after this time, with what has become of it. Never rejects. */
export async function flush(needs: Needs, timeoutMs: number): Promise<FlushResult> {
  const { bus, clock, outbox, deliveries, diagnostics, identity, names, permits } = needs
  const lifetime = new AbortController()
  const wakeUp = createWakeUp(lifetime.signal)
  const acknowledged: Record<string, number> = {}
  const refused: Record<string, number> = {}
  const causes: Record<string, string> = {}
  const undo = [
    bus.on('progress', ({ step, destination = '', reason }) => {
      // oxlint-disable-next-line telltale/plain-keys -- The application names its destinations.
      if (step === 'acknowledged') acknowledged[destination] = (acknowledged[destination] ?? 0) + 1
      // oxlint-disable-next-line telltale/plain-keys -- The application names its destinations.
      if (step === 'dropped' && reason === 'refused') refused[destination] = (refused[destination] ?? 0) + 1
      wakeUp.notify()
    }),
    bus.on('attempt', ({ destination, outcome, reason = outcome ?? '' }) => {
      // oxlint-disable-next-line telltale/plain-keys -- The application names its destinations.
      if (outcome !== 'delivered') causes[destination] = String(reason)
      wakeUp.notify()
    }),
  ]
  const left = () => countEvents(outbox, names).then(({ waiting }) => waiting)
  let waiting = { pending: 0, unread: {} as Readonly<Record<string, number>> }
  /** What waits for consent may wait for ever. */
  const isHeld = (name: string) => (permits?.of(name) ?? 'granted') !== 'granted'
  const isDone = (mayWait = (_name: string) => false) =>
    waiting.pending === 0 && Object.entries(waiting.unread).every(([name, count]) => count === 0 || mayWait(name))

  async function run() {
    await outbox.ready
    for (const { retryNow } of deliveries) retryNow()
    while (!lifetime.signal.aborted) {
      waiting = await left()
      if (isDone(isHeld)) return
      await wakeUp.wait()
    }
  }

  await atMost(clock, timeoutMs, run())
  lifetime.abort()
  for (const end of undo) end()
  waiting = await left()
  const reasons = Object.entries(waiting.unread).flatMap(([name, count]) => {
    const why = isHeld(name)
      ? NO_CONSENT
      : diagnostics.get().notReady.includes(name)
        ? NOT_READY
        : causes[name] || NO_ANSWER
    return count > 0 ? [[name, why] as const] : []
  })
  const pending = identity.get().status === 'resolving' ? NO_USER : NO_FLAGS
  return {
    isComplete: isDone(),
    acknowledged,
    refused,
    waiting,
    reasons: Object.fromEntries(waiting.pending > 0 ? [['pending', pending], ...reasons] : reasons),
  }
}
