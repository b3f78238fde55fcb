import { attempt } from '../core/lib/attempt.ts'
import type { Context } from '../core/model/context.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { Delivery } from './delivery.ts'
import type { DiagnosticStats } from './diagnostics.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { Cell } from './flagStore.ts'
import { redactContext } from './redactContext.ts'
import { summarise, versionOf } from './summary.ts'

export interface Evaluation {
  /** What the application was given. */
  value: unknown
  fallback?: unknown
  /** Whether the application asked for the reason. */
  withReason?: boolean | undefined
  /** Leave out the flags that this one depends on. */
  isAlone?: boolean
}

export interface Recorder {
  /** From now on it is this context that sees flags; nobody's, nothing is recorded. */
  enter(context: Context | undefined): void
  /** An evaluation of a flag of which nothing but the count is recorded. */
  count(cell: Cell, fallback: unknown): void
  /** Any evaluation, and those of the flags that it depends on. */
  evaluated(cell: Cell, evaluation: Evaluation): void
  /** An event of the present context. */
  record(event: Readonly<Record<string, unknown>>): void
  /** Sends what waits. Resolves when that has worked, or failed once. */
  flush(): Promise<void>
  /** The same, synchronously: the page may be going away. */
  exit(): void
  stop(): void
}

/** With an evaluation, so many of the flags that it depends on are recorded: each as often as there are ways to it. */
const MAX_PREREQUISITES = 1000

interface RecorderNeeds {
  settings: FlagSettings
  platform: Pick<Platform, 'clock' | 'random' | 'log'>
  delivery: Delivery
  cell(key: string): Cell
  stats: DiagnosticStats
}

/** What is no JSON is left out: with it in, nothing of an event could be sent. */
const jsonOf = (fallback: unknown) => attempt(() => (JSON.stringify(fallback), fallback))

/** Makes events of what happens and holds them for the next flush. */
export function createRecorder({ settings, platform, delivery, stats, cell: cellOf }: RecorderNeeds): Recorder {
  const { clock, random, log } = platform
  /** Whom events show, and whom those of evaluations do. */
  let shown: Context | undefined
  let shownEvaluating: Context | undefined
  let queue: object[] = []
  let summaries: object[] = []
  let cells: Cell[] = []
  let cellsSince = 0
  let isFull = false
  let flushing = Promise.resolve()
  let cancelFlush: (() => void) | undefined

  function schedule() {
    cancelFlush ??= clock.after(Math.max(settings.flushInterval, delivery.delayMs()), () => void flush())
  }

  function unschedule() {
    cancelFlush?.()
    cancelFlush = undefined
  }

  function record(event: Readonly<Record<string, unknown>>) {
    const { samplingInterval, eventCapacity } = settings
    if (!shown || (samplingInterval && random.number() * samplingInterval >= 1) || delivery.isOver()) return
    if (queue.length >= eventCapacity) {
      if (!isFull) log.warn('Exceeded event queue capacity: events are dropped.')
      isFull = true
      stats.droppedEvents += 1
      return
    }
    isFull = false
    queue.push({ creationDate: clock.now(), context: shown, ...event })
    schedule()
  }

  function count(cell: Cell, fallback: unknown) {
    if (!shown) return
    cell.count += 1
    if (cell.count > 1) return
    cell.fallback = jsonOf(fallback)
    if (cells.push(cell) > 1) return
    cellsSince = clock.now()
    schedule()
  }

  function evaluated(cell: Cell, evaluation: Evaluation) {
    let left = MAX_PREREQUISITES
    follow(cell, evaluation, [])

    function follow(at: Cell, seen: Evaluation, path: readonly string[]) {
      const { flag, key } = at
      for (const needed of (!seen.isAlone && flag?.prerequisites) || []) {
        // A flag that depends on itself, by whatever way, is not evaluated again on that way.
        if (needed === key || path.includes(needed) || left === 0) continue
        left -= 1
        if (left === 0) log.warn(`Flag "${cell.key}" depends on others in too many ways: not all are counted.`)
        const other = cellOf(needed)
        follow(other, { value: other.flag?.value }, [...path, key])
      }
      if (flag && !at.isPlain) recordFully(key, flag, seen)
      count(at, seen.fallback)
    }
  }

  function recordFully(key: string, flag: Flag, { value, fallback, withReason }: Evaluation) {
    const { variation, trackReason, reason, debugEventsUntilDate } = flag
    const shownFallback = jsonOf(fallback)
    const event = {
      key,
      value: value === fallback ? shownFallback : value,
      variation,
      version: versionOf(flag),
      default: shownFallback,
      ...((withReason || trackReason) && { reason }),
    }
    if (flag.trackEvents) record({ kind: 'feature', ...event, context: shownEvaluating })
    // A user's clock that is wrong must not keep debugging on.
    if (debugEventsUntilDate && debugEventsUntilDate > Math.max(clock.now(), delivery.serverTime())) {
      record({ kind: 'debug', ...event })
    }
  }

  function summariseCells() {
    if (shown && cells[0]) summaries.push(summarise(cells, shown, { startDate: cellsSince, endDate: clock.now() }))
    cells = []
  }

  function handOver() {
    unschedule()
    summariseCells()
    const events = [...queue, ...summaries]
    if (events[0]) stats.eventsInLastBatch = events.length
    stats.droppedEvents += delivery.add(events)
    queue = []
    summaries = []
  }

  async function flushOnce() {
    unschedule()
    await delivery.send()
    // What could not be delivered goes first: until then the queue's capacity is the bound.
    if (delivery.isEmpty()) {
      handOver()
      await delivery.send()
    }
    if (!delivery.isEmpty() || queue[0] || cells[0]) schedule()
  }

  function flush(): Promise<void> {
    return (flushing = flushing.then(flushOnce))
  }

  return {
    enter(context) {
      summariseCells()
      shown = context && redactContext(context, settings, false)
      shownEvaluating = context && redactContext(context, settings, true)
    },
    count,
    evaluated,
    record,
    flush,
    exit() {
      handOver()
      delivery.exit()
      if (!delivery.isEmpty()) schedule()
    },
    stop() {
      shown = undefined
      unschedule()
    },
  }
}
