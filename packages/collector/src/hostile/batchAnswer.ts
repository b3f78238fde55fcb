import type { Answer } from './ask.ts'
import { inheritedIn } from './lossAnswer.ts'
import { LONG_TEXTS } from './oddTexts.ts'

/** A collector may refuse an event with a longer text than this, alone and with a reason. */
const LONG = 512
const longTexts = LONG_TEXTS.filter(({ length }) => length > LONG)

export interface Posted {
  readonly body: string
  /** How many events the batch has. */
  readonly count: number
  /** The statuses that are as good as 202 for this batch. */
  readonly allowed?: readonly number[]
}

/** Says what is wrong with the answer to a valid batch. `undefined` if nothing is. */
export function problemInAnswer(answer: Omit<Answer, 'ms'>, posted: Posted): string | undefined {
  const { status, text, retryAfter } = answer
  const { body, count, allowed = [] } = posted
  if (status === 0) return 'A valid batch has no answer.'
  if ([429, 503].includes(status))
    return Number(retryAfter) > 0 ? undefined : `A valid batch is answered with ${status} without Retry-After.`
  const [inherited] = inheritedIn(text)
  if (inherited !== undefined) return inherited
  if (allowed.includes(status)) return undefined
  const said = objectIn(text)
  if (status === 202) {
    const isRight = Number(said['accepted']) + Number(said['known']) === count
    return isRight ? undefined : `A batch of ${count} events is answered with ${text.slice(0, 100)}`
  }
  if (status !== 422 || !longTexts.some((long) => body.includes(long)))
    return `A valid batch is answered with ${status}: ${text.slice(0, 200)}`
  const refused = Array.isArray(said['refused']) ? (said['refused'] as unknown[]) : []
  const isWhole = Number(said['stored']) + refused.length === count
  return isWhole ? undefined : `A batch of ${count} events is refused with ${text.slice(0, 200)}`
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...(JSON.parse(text) as object) }
  } catch {
    return {}
  }
}
