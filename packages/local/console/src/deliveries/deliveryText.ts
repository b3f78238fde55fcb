import type { PageDelivery } from '../../../src/protocol/consoleConnections.ts'
import { isPassedOn } from './isPassedOn.ts'
import { countText } from '../format/countText.ts'
import { ago, duration } from '../format/time.ts'

/** Whether a page has sent a batch and waits for the answer. */
const isAsked = ({ sentAt = 0, answeredAt = 0 }: PageDelivery) => sentAt > answeredAt

/** The latest answer of a destination and its time: `status 503, 3 s ago`. */
export function answerText(delivery: PageDelivery, now: number): string {
  const { sentAt, answeredAt, outcome } = delivery
  if (sentAt !== undefined && isAsked(delivery)) return `no answer yet, asked ${ago(sentAt, now)}`
  if (answeredAt === undefined || outcome === undefined) return 'nothing sent yet'
  return `${outcomeText(delivery)}, ${ago(answeredAt, now)}`
}

function outcomeText(delivery: PageDelivery): string {
  const { outcome, reason = 'no reason', failures } = delivery
  if (outcome === 'delivered') return isPassedOn(delivery) ? 'passed on' : outcome
  if (outcome === 'refused') return `refused: ${reason}`
  return failures === 0 ? `${reason} for some events` : reason
}

/** When the next attempt is: `in 4 s`. `undefined` if none is planned. */
export function nextText(delivery: PageDelivery, now: number): string | undefined {
  const { nextAt } = delivery
  if (nextAt === undefined) return undefined
  const ms = nextAt - now
  if (ms <= 0 || isAsked(delivery)) return 'now'
  return `in ${ms < 60_000 ? `${Math.ceil(ms / 1000)} s` : duration(ms)}`
}

/** `4 attempts failed in a row`. `undefined` for less than two. */
export function failuresText({ failures }: Pick<PageDelivery, 'failures'>): string | undefined {
  return failures > 1 ? `${failures} attempts failed in a row` : undefined
}

/** `5 events wait`. `undefined` if none does. */
export function waitingText(waiting: number): string | undefined {
  return waiting > 0 ? `${countText(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'}` : undefined
}

/** What there is to say of a destination that has not taken an event yet. */
export function deliveryFacts(delivery: PageDelivery, now: number): readonly string[] {
  const { outcome, reason, waiting = 0 } = delivery
  const next = isAsked(delivery) ? undefined : nextText(delivery, now)
  return [
    answerText(delivery, now),
    isAsked(delivery) && outcome === 'failed' && reason !== undefined && `before: ${reason}`,
    failuresText(delivery),
    next !== undefined && `next attempt ${next}`,
    waitingText(waiting),
  ].filter((fact) => typeof fact === 'string')
}
