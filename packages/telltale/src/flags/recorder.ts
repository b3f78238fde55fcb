import { attempt } from '../core/lib/attempt.ts'
import type { Context, Flag } from '../core/model/flag.ts'
import type { Evaluation } from './flagActivity.ts'
import type { FlagDeps } from './flagClient.ts'
import { createFlagEventSender, type FlagEventSenderNeeds } from './flagEventSender.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { FlagEntry } from './flagStore.ts'
import { redactContext } from './redactContext.ts'
import { keysOf, kindsOf } from './readContext.ts'

interface RecorderNeeds extends FlagEventSenderNeeds {
  settings: FlagSettings
  platform: FlagDeps
}

/** Leaves out a value that is not JSON: with it, the whole event could not be sent. */
const jsonOf = (fallback: unknown) => attempt(() => (JSON.stringify(fallback), fallback))

/** Creates events and queues them for the next flush. */
export function createRecorder(needs: RecorderNeeds) {
  const { settings, platform, stats } = needs
  const { clock, random, log } = platform
  const sender = createFlagEventSender(needs, take)
  /** The redacted context of events, and that of feature events. */
  let shown: Context | undefined
  let shownInFeatures: Context | undefined
  let queue: object[] = []
  let summaries: object[] = []
  let entries: FlagEntry[] = []
  let entriesSince = 0
  let isFull = false

  /** Records an event of the current context, or of its keys alone. */
  function record(event: Readonly<Record<string, unknown>>, withKeysOnly?: boolean) {
    const { samplingInterval, eventCapacity } = settings
    if (!shown || (samplingInterval && random.number() * samplingInterval >= 1) || sender.isOver()) return
    if (queue.length >= eventCapacity) {
      if (!isFull) log.warn('Exceeded event queue capacity: events are dropped. (T101)')
      isFull = true
      stats.droppedEvents += 1
      return
    }
    isFull = false
    const whose = withKeysOnly ? { contextKeys: keysOf(shown) } : { context: shown }
    queue.push({ creationDate: clock.now(), ...whose, ...event })
    sender.schedule()
  }

  function count(entry: FlagEntry, fallback: unknown) {
    if (!shown) return
    entry.count += 1
    if (entry.count > 1) return
    entry.fallback = jsonOf(fallback)
    if (entries.push(entry) > 1) return
    entriesSince = clock.now()
    sender.schedule()
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
    if (flag.trackEvents) record({ kind: 'feature', ...event, context: shownInFeatures })
    // A wrong clock of the user's device must not keep debugging on.
    if (debugEventsUntilDate && debugEventsUntilDate > Math.max(clock.now(), sender.serverTime())) {
      record({ kind: 'debug', ...event })
    }
  }

  function summariseCells() {
    if (shown && entries[0])
      summaries.push(summarise(entries, shown, { startDate: entriesSince, endDate: clock.now() }))
    entries = []
  }

  function take() {
    summariseCells()
    const events = [...queue, ...summaries]
    if (events[0]) stats.eventsInLastBatch = events.length
    queue = []
    summaries = []
    return events
  }

  return {
    setContext(context: Context | undefined) {
      summariseCells()
      shown = context && redactContext(context, settings, false)
      shownInFeatures = context && redactContext(context, settings, true)
      record({ kind: 'identify' })
    },
    count,
    evaluated(entry: FlagEntry, evaluation: Evaluation) {
      if (entry.flag && !entry.isPlain) recordFully(entry.key, entry.flag, evaluation)
      count(entry, evaluation.fallback)
      if (evaluation.isCut) log.warn(`Flag "${entry.key}" has too many prerequisites: not all are counted. (T102)`)
    },
    record,
    start: sender.start,
    flush: sender.flush,
    exit: sender.exit,
    stop() {
      shown = undefined
      sender.stop()
    },
  }
}

interface Counter {
  value: unknown
  variation?: number | undefined
  version?: number
  unknown?: true
  count: number
}

interface Feature {
  default: unknown
  counters: Counter[]
  contextKinds: string[]
}

/** The version in events: the flag's own `flagVersion` if it has one, otherwise the service's `version`. */
const versionOf = (flag: FlagEntry['flag']) => flag?.flagVersion ?? flag?.version

/** Summarises a context's evaluations since the last summary, and resets the counts of the entries. */
function summarise(
  entries: readonly FlagEntry[],
  context: Context,
  dates: { startDate: number; endDate: number },
): object {
  const contextKinds = kindsOf(context).map(([kind]) => kind)
  // Without a prototype: a flag's key may be that of a property of each object.
  const features = Object.create(null) as Record<string, Feature>
  for (const entry of entries) {
    const { key, flag, fallback, count } = entry
    const { counters } = (features[key] ??= { default: fallback, counters: [], contextKinds })
    const version = versionOf(flag)
    const same = counters.find((counter) => counter.variation === flag?.variation && counter.version === version)
    if (same) same.count += count
    else
      counters.push(
        flag
          ? { value: flag.value, variation: flag.variation, version: version ?? 0, count }
          : { value: fallback, unknown: true, count },
      )
    entry.count = 0
  }
  return { kind: 'summary', ...dates, features, context }
}
