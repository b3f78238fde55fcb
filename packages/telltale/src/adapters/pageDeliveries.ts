import type { Attempt } from '../core/model/diagnostics.ts'

/** What this page knows of a destination, as the console shows it. Times are in milliseconds since 1970. */
interface PageDelivery extends Partial<Pick<Attempt, 'nextAt' | 'waiting' | 'address'>> {
  name: string
  outcome?: 'delivered' | 'failed' | 'refused' | undefined
  /** It is a script in the page, which was called and confirms nothing. */
  isUnconfirmed?: true
  /** Why it has not taken the latest batch. */
  reason?: string | undefined
  /** When it last got a batch, and when it last answered. Without an answer since then, it is being waited for. */
  sentAt?: number | undefined
  answeredAt?: number | undefined
  failures: number
  /** When the first of at least two failures in a row was. */
  failingSinceAt?: number | undefined
  /** The latest error, which may be past. */
  lastError?: { at: number; reason: string; failures: number } | undefined
}

/** What the destinations have answered on this page. Like problems, all of it is sent with each report. */
export function pageDeliveries() {
  const byName = new Map<string, PageDelivery>()
  /** When the first of the failures in a row was, by destination. */
  const failedAt = new Map<string, number>()

  function change(name: string, changes: Partial<PageDelivery>) {
    const before = byName.get(name) ?? { name, failures: 0 }
    byName.set(name, { ...before, ...changes })
  }
  const succeeded = (name: string) => {
    failedAt.delete(name)
    return { failures: 0, failingSinceAt: undefined, nextAt: undefined, reason: undefined }
  }

  return {
    all: () => [...byName.values()],
    sent: (name: string, sentAt: number) => change(name, { sentAt }),
    worked: (name: string, answeredAt: number, isUnconfirmed?: true) =>
      change(name, {
        ...succeeded(name),
        ...{ answeredAt, outcome: 'delivered' },
        ...(isUnconfirmed && { isUnconfirmed }),
      }),
    attempted({ destination: name, at, failures, nextAt, waiting, address, ...answer }: Attempt) {
      if (address !== undefined) change(name, { address })
      const { outcome, reason } = answerOf(answer)
      if (!outcome) {
        const isLeft = waiting > 0
        return change(name, isLeft ? { nextAt, waiting } : { ...succeeded(name), waiting })
      }
      const firstAt = failures > 0 ? (failedAt.get(name) ?? at) : undefined
      if (firstAt === undefined) failedAt.delete(name)
      else failedAt.set(name, firstAt)
      change(name, {
        ...{ answeredAt: at, outcome, reason, failures, nextAt, waiting },
        failingSinceAt: failures > 1 ? firstAt : undefined,
        ...(reason !== undefined && { lastError: { at, reason, failures } }),
      })
    },
  }
}

/** What the server has said about an event follows its status, and may quote the event. */
const DETAILS = /^(status \d+):.*/s
/** The longest reason, in characters. */
const MAX_REASON = 200

function answerOf({ outcome, reason }: Pick<Attempt, 'outcome' | 'reason'>): Pick<PageDelivery, 'outcome' | 'reason'> {
  if (!outcome || outcome === 'delivered') return { outcome }
  if (outcome === 'too-large') return { outcome: 'refused', reason: 'the batch is too large' }
  // A destination of the application may answer with any value.
  const text = typeof reason === 'string' && reason ? reason : 'it gives no reason'
  return {
    outcome: outcome === 'refused' ? outcome : 'failed',
    reason: text.replace(DETAILS, '$1').slice(0, MAX_REASON),
  }
}
