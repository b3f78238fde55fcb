import { attempt } from '../core/lib/attempt.ts'
import type { Context, Flag } from '../core/model/flag.ts'
import type { CustomCall, Evaluation, FlagCall } from '../flags/flagCalls.ts'
import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { flagError } from '../flags/flagError.ts'
import { createFlagEventSender, type FlagEventSenderNeeds } from './flagEventSender.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { CountedFlag } from '../flags/flagStore.ts'
import { summarise, versionOf } from './flagSummaries.ts'
import { keysOf } from '../flags/readContext.ts'
import { redactContext } from './redactContext.ts'

interface Needs extends FlagEventSenderNeeds {
  settings: FlagSettings
  platform: LateFlagPlatform
  /** Returns the address of the page, as custom events contain it. */
  url(): string
  /** Called with the first context: before that there is no context that an event could belong to. */
  onFirstContext(): void
  /** Reports what is wrong with a flag that the user is shown. */
  check?: ((entry: CountedFlag, isFirstContext: boolean) => void) | undefined
}

/** Leaves out a value that is not JSON: with it, the whole event could not be sent. */
const jsonOf = (fallback: unknown) => attempt(() => (JSON.stringify(fallback), fallback))

/** Makes events of calls, and queues them for the next flush. */
export function createFlagEvents(needs: Needs) {
  const { settings, platform, stats } = needs
  const { clock, random, log, clicks } = platform
  const isOn = settings.sendEvents && !(settings.respectDoNotTrack && clicks?.isDoNotTrack())
  const sender = createFlagEventSender(needs, take)
  /** The redacted context of events, and that of feature events. */
  let shown: Context | undefined
  let shownInFeatures: Context | undefined
  let queue: object[] = []
  let summaries: object[] = []
  let entries: CountedFlag[] = []
  let entriesSince = 0
  let isFull = false
  let contexts = 0
  let isChecked = false

  function receive(call: FlagCall, at?: number) {
    if (call.kind === 'context') return setContext(call.context, at)
    if (call.kind === 'custom') return track(call.event, at)
    const { entry, fallback } = call
    // Once is enough: a flag that changes has another entry.
    if (call.isLive && isChecked && !entry.count) needs.check?.(entry, contexts === 1)
    if (entry.flag && !entry.isPlain) recordFully(call, entry.flag, at)
    count(entry, fallback, at)
    if (call.isCut) log.warn(`Flag "${entry.key}" has too many prerequisites: not all are counted. (T102)`)
  }

  function setContext(context: Context | undefined, at?: number) {
    summariseCells(at)
    if (context) contexts += 1
    isChecked = settings.sendEvents && context !== undefined
    const own = isOn ? context : undefined
    shown = own && redactContext(own, settings, false)
    shownInFeatures = own && redactContext(own, settings, true)
    record({ kind: 'identify' }, at)
    if (own && contexts === 1) needs.onFirstContext()
  }

  function track([key, data, metricValue]: CustomCall['event'], at?: number) {
    if (typeof key === 'string') return record({ kind: 'custom', key, data, metricValue, url: needs.url() }, at)
    const name = attempt(() => String(key), String)
    needs.report(flagError('InvalidEventKey', `Custom event "${name}" does not exist (T112)`))
  }

  /** Records an event of the current context, or of its keys alone. */
  function record(event: Readonly<Record<string, unknown>>, at = clock.now(), withKeysOnly?: boolean) {
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
    queue.push({ creationDate: at, ...whose, ...event })
    sender.schedule()
  }

  /** Counts an evaluation, which causes no event of its own. */
  function count(entry: CountedFlag, fallback: unknown, at?: number) {
    if (!shown) return
    entry.count += 1
    if (entry.count > 1) return
    entry.fallback = jsonOf(fallback)
    if (entries.push(entry) > 1) return
    entriesSince = at ?? clock.now()
    sender.schedule()
  }

  function recordFully({ entry: { key }, value, fallback, withReason }: Evaluation, flag: Flag, at = clock.now()) {
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
    if (flag.trackEvents) record({ kind: 'feature', ...event, context: shownInFeatures }, at)
    // A wrong clock of the user's device must not keep debugging on.
    if (debugEventsUntilDate && debugEventsUntilDate > Math.max(at, sender.serverTime())) {
      record({ kind: 'debug', ...event }, at)
    }
  }

  function summariseCells(at = clock.now()) {
    if (shown && entries[0]) summaries.push(summarise(entries, shown, { startDate: entriesSince, endDate: at }))
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
    receive,
    count,
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
