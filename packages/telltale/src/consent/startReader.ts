import type { ConsentReader } from '../core/consentPart.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isFunction } from '../core/optionTable.ts'
import type { Clock } from '../core/ports/platform.ts'

/** How long a reader may say nothing before that is reported, in milliseconds. */
const SILENCE_MS = 10_000

interface Needs {
  clock: Pick<Clock, 'after'>
  /** Decides about these purposes. */
  decide(choices: Readonly<Record<string, boolean>>): void
  warn(message: string): void
}

/** Starts a reader of a consent tool, whose code may throw. Returns what ends it. */
export function startReader({ name, start }: ConsentReader, { clock, decide, warn }: Needs): () => void {
  const cancel = clock.after(SILENCE_MS, () =>
    warn(`the reader "${name}" has heard nothing for 10 s: is its consent tool on the page, and loaded? (T201)`),
  )
  const stop = attempt<unknown>(
    () =>
      start((choices) => {
        cancel()
        if (choices) decide(choices)
      }),
    () => warn(`the reader "${name}" has thrown. (T202)`),
  )
  return () => {
    cancel()
    if (isFunction(stop)) attempt(stop as () => void)
  }
}
