import type { Attacker } from './attacker.ts'
import type { Random } from './random.ts'

/** One kind of attack. */
export interface Attack {
  readonly kind: string
  /**
   * Where the addresses come from: X-Forwarded-For with `--trust-proxy`, or connections from several addresses of this machine without it.
   * A connection that has sent no header has only the latter.
   */
  readonly addresses: 'forwarded' | 'connected'
  /** Makes whatever is sent, so that the judge is not busy while it measures. Returns the attack. */
  readonly prepare: (random: Random) => (attacker: Attacker) => Promise<void>
  /** Says what else is wrong with what `GET /loss` answers in the end, in sentences. */
  readonly inspectLoss?: (loss: unknown) => readonly string[]
}

/** How long an attack that only waits goes on, in milliseconds. */
export const HOLD_MS = 10_000
