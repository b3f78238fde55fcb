import { sleep } from '../core/lib/sleep.ts'
import type { Platform } from '../core/ports/platform.ts'

/** How long a tab waits while others ask, in milliseconds; then it asks too. And how often it looks what they have heard. */
const MAX_WAIT_MS = 2_000
const LOOK_AFTER_MS = 100

interface Question {
  /** Of the same name is what the same server would answer to the same person. */
  name: string
  ask(): Promise<void>
  /** Whether another tab has heard an answer, to a question asked at this time or later. Takes it. */
  takeHeard(sinceMs: number): boolean
}

/**
 * One tab of the browser asks at a time. What waits meanwhile takes an answer only to a question that was asked after its own
 * wish to know: an older one may be from before a customer's view was entered or left, which goes with the same token.
 */
export async function askInTurn(
  { name, ask, takeHeard }: Question,
  { tabs, clock }: Pick<Platform, 'tabs' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const since = clock.now()
  // By the clock, as a tab in the background looks later than it wants to.
  while (clock.now() - since < MAX_WAIT_MS) {
    if (await tabs.whileAlone(name, signal, ask)) return
    await sleep(clock, LOOK_AFTER_MS, signal)
    if (signal.aborted || takeHeard(since)) return
  }
  await ask()
}
