import { setTimeout } from 'node:timers/promises'
import { createAddress, type Address } from './address.ts'
import type { CollectorProcess } from './collectorProcess.ts'
import { createHistory, judge, type Verdict } from './history.ts'
import { visit } from './visit.ts'

/** Where a fault happens: collectors with one store. */
export interface Stage {
  readonly collectors: readonly CollectorProcess[]
  /** The id of each event in the store, as often as it is there. Not asked through a collector. */
  rows(): Promise<readonly string[]>
  stop(): Promise<void>
}

export interface Fault<S extends Stage> {
  readonly kind: string
  readonly rounds: number
  /** Begins a fault under load, and ends it. Returns what was wrong, in sentences. */
  readonly happen: (stage: S, run: Running) => Promise<readonly string[] | void>
  /** Milliseconds since 1970, by the clock of a page. */
  readonly now?: () => number
  readonly copiesPercent?: number
  /** The longest pause of a page between two batches, in milliseconds. */
  readonly pauseMs?: number
}

/** What a fault may look at while the pages send. */
export interface Running {
  readonly address: Address
  readonly round: number
  readonly unavailable: () => number
}

/** A row of the table. */
export interface FaultResult extends Verdict {
  readonly kind: string
  readonly rounds: number
  readonly sent: number
  readonly before: number
  readonly after: number
  readonly copies: number
  readonly unavailable: number
  readonly broken: number
  readonly longestMs: number
}

const VISITORS = 6
/** How long a collector may take to acknowledge again after a fault, in milliseconds: a busy machine needs some. */
const BACK_MS = 60_000

/** Lets the fault happen again and again while pages send, until they have delivered everything, and judges what is left. */
export async function faultRun<S extends Stage>(stage: S, fault: Fault<S>): Promise<FaultResult> {
  const { kind, rounds, happen, now = Date.now, copiesPercent = 5, pauseMs = 40 } = fault
  const { collectors } = stage
  const history = createHistory()
  const address = createAddress(
    collectors.map(({ url }) => url),
    history,
  )
  let state: 'sending' | 'ending' | 'abandoned' = 'sending'
  const needs = { address, history, now, copiesPercent, pauseMs, state: () => state }
  const visits = Promise.all(Array.from({ length: VISITORS }, () => visit(needs)))

  /** Each collector acknowledges a few more batches. */
  async function everyCollectorWorks(): Promise<boolean> {
    const goals = collectors.map((_, index) => address.acknowledgements(index) + 3)
    const until = performance.now() + BACK_MS
    while (goals.some((goal, index) => address.acknowledgements(index) < goal)) {
      if (performance.now() > until) return false
      await setTimeout(10)
    }
    return true
  }

  try {
    for (let round = 0; round < rounds; round += 1) {
      address.sendTo(round % 2 === 0 ? 'one' : 'all')
      if (!(await everyCollectorWorks())) history.problems.add(`A collector has not come back for round ${round}.`)
      if (round === 0) history.acknowledgedBefore = history.acknowledged.size
      await setTimeout(Math.random() * 200)
      const wrong = await happen(stage, { address, round, unavailable: () => history.unavailable })
      for (const sentence of wrong ?? []) history.problems.add(sentence)
    }
    if (!(await everyCollectorWorks())) history.problems.add('A collector has not come back at the end.')
    state = 'ending'
    const isDone = await Promise.race([visits.then(() => true), setTimeout(BACK_MS, false)])
    if (!isDone) history.problems.add('Pages could not deliver everything.')
  } finally {
    state = 'abandoned'
  }
  const losses = await Promise.all(collectors.map((one) => one.loss()))
  const verdict = judge(history, { rows: await stage.rows(), losses })
  const { sent, acknowledged, acknowledgedBefore: before, copies, unavailable, broken, longestMs } = history
  const figures = { sent: sent.size, before, after: acknowledged.size - before, copies, unavailable, broken, longestMs }
  return { kind, rounds, ...figures, ...verdict }
}

/** The results as the table of a document. */
export function faultTable(results: readonly FaultResult[]): string {
  const heads = ['kind of fault', 'rounds', 'sent', 'acknowledged before', 'after', 'copies', '503', 'broken']
  const rows = results.map((one) => [
    ...[one.kind, one.rounds, one.sent, one.before, one.after, one.copies, one.unavailable, one.broken],
    ...[(one.longestMs / 1000).toFixed(1), one.missing, one.double],
  ])
  const all = [[...heads, 'longest answer in s', 'missing', 'double'], ...rows]
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n')
}
