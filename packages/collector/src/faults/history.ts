import type { Loss } from '../store/lossReport.ts'

/** What one collector has answered to one batch. */
export type Reply =
  | { readonly outcome: 'answered'; readonly status: number; readonly retryAfter: string | null; readonly ms: number }
  | { readonly outcome: 'broken' }
  | { readonly outcome: 'silent'; readonly ms: number }

/** What has happened in a run, as its pages have seen it. */
export interface History {
  /** Ids of events that were sent at least once. */
  readonly sent: Set<string>
  /** Ids of events that a collector has acknowledged. */
  readonly acknowledged: Set<string>
  /** How many of them were acknowledged before the first fault. */
  acknowledgedBefore: number
  /** Events that were sent again after a collector had acknowledged them, and those that were sent to two collectors. */
  copies: number
  /** Answers 503. */
  unavailable: number
  broken: number
  /** The longest time until an answer, in milliseconds. */
  longestMs: number
  /** Answers that no collector may give. */
  readonly problems: Set<string>
}

export const createHistory = (): History => ({
  sent: new Set(),
  acknowledged: new Set(),
  acknowledgedBefore: 0,
  copies: 0,
  unavailable: 0,
  broken: 0,
  longestMs: 0,
  problems: new Set(),
})

/** Writes down what a collector has answered. Returns whether the events of the batch are acknowledged. */
export function noteReply(history: History, reply: Reply, ids: readonly string[]): boolean {
  if (reply.outcome === 'broken') {
    history.broken += 1
    return false
  }
  history.longestMs = Math.max(history.longestMs, reply.ms)
  if (reply.outcome === 'silent') {
    history.problems.add(`A collector has not answered for ${reply.ms} milliseconds.`)
    return false
  }
  const { status, retryAfter } = reply
  if (status >= 200 && status < 300) {
    for (const id of ids) history.acknowledged.add(id)
    return true
  }
  if (status === 503) history.unavailable += 1
  if (![413, 429, 503].includes(status)) history.problems.add(`A collector has answered ${status}.`)
  if ([429, 503].includes(status) && !(Number(retryAfter) > 0))
    history.problems.add(`A collector has answered ${status} without Retry-After.`)
  return false
}

/** What is left when the pages have gone on until everything was acknowledged. */
export interface Remains {
  /** The id of each row of the store, as often as it is there. */
  readonly rows: readonly string[]
  /** What each collector says at `/loss`. */
  readonly losses: readonly Loss[]
}

export interface Verdict {
  readonly missing: number
  readonly double: number
  /** Sentences. None if all is as it must be. */
  readonly problems: readonly string[]
}

/** Says what is wrong, by what the pages know and the store has. It believes no collector. */
export function judge(history: History, { rows, losses }: Remains): Verdict {
  const { sent, acknowledged } = history
  const there = new Set(rows)
  const lost = [...acknowledged].filter((id) => !there.has(id)).length
  const missing = [...sent].filter((id) => !there.has(id)).length
  const strange = [...there].filter((id) => !sent.has(id)).length
  const double = rows.length - there.size
  const problems = [...history.problems]
  const say = (count: number, sentence: string) => count > 0 && problems.push(`${count} ${sentence}`)
  say(lost, 'acknowledged events are not in the store.')
  say(missing - lost, 'events that were not acknowledged never came into the store.')
  say(strange, 'events in the store were never sent.')
  say(double, 'rows have an id that another row has.')
  say(sent.size - acknowledged.size, 'events were never acknowledged.')
  for (const { expected, stored, explained, onTheWay, outstanding, unexplained } of losses) {
    say(unexplained, 'events are lost without a reason, says /loss.')
    say(onTheWay + outstanding, 'events are still missing, says /loss.')
    say(Object.keys(explained).length, 'reasons for missing events were never told, but are in /loss.')
    if (expected !== sent.size || stored !== sent.size)
      problems.push(`${sent.size} events were sent, but /loss expects ${expected} and says that ${stored} are stored.`)
  }
  return { missing, double, problems }
}
