import type { Consent, ConsentReader } from '../core/consentPart.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { Choices } from './options.ts'

/** How long a reader may say nothing before that is reported, in milliseconds. */
const SILENCE_MS = 10_000

interface Needs {
  clock: Pick<Clock, 'after'>
  decide: Consent['set']
  /** This holds as long as nobody has decided. */
  assume(choices: Choices): void
  /** For whom can be decided now. */
  holder(): string | undefined
  warn(message: string): void
}

/** A reader of a consent tool that has been started. */
export interface StartedReader {
  /** Another user may be here: what the tool says is said of the browser, whoever uses it. */
  hearIdentity(): void
  stop(): void
}

/** Starts a reader of a consent tool, whose code may throw. */
export function startReader(
  { name, start }: ConsentReader,
  { clock, decide, assume, holder, warn }: Needs,
): StartedReader {
  let said: Choices | undefined
  /** Whom it has been said of. */
  let decidedFor: string | undefined
  let isStopped = false

  function hearIdentity() {
    const now = holder()
    if (!said || now === undefined || now === decidedFor) return
    decidedFor = now
    decide(said, { source: name })
  }

  const cancel = clock.after(SILENCE_MS, () =>
    warn(`the reader "${name}" has heard nothing for 10 s: is its consent tool on the page, and loaded? (T201)`),
  )
  const stop = attempt<unknown>(
    () =>
      start((choices, how) => {
        cancel()
        if (isStopped || !choices) return
        if (how?.isAssumed) return assume(choices)
        said = choices
        decidedFor = undefined
        hearIdentity()
      }),
    () => warn(`the reader "${name}" has thrown. (T202)`),
  )
  return {
    hearIdentity,
    stop() {
      isStopped = true
      cancel()
      attempt(stop as () => void)
    },
  }
}
