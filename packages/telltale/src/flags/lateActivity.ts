import type { Host } from '../core/host.ts'
import { CHECK_FILES, loadLater, type Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import type { FlagActivity } from './flagActivity.ts'
import type { FlagEvents, FlagEventsNeeds, LoadFile } from './flagEvents.ts'
import type { FlagEntry } from './flagStore.ts'

/** The events of a client whose own events need not be flushed, as those of the layer. */
export type LayerFlagEvents = Pick<FlagEvents, 'setContext' | 'count' | 'evaluated' | 'record' | 'track' | 'stop'>

/** How many calls are remembered until the code for events is loaded. Later ones are counted as dropped. */
const MAX_CALLS = 10_000
/** How many prerequisites of an evaluation are remembered. */
const MAX_PREREQUISITES = 1000

const MISSING = `a file of Telltale that streams flags or reports their use could not be loaded. Flags are requested without it, and the file is requested again. ${CHECK_FILES} (T85)`

type Action = (activity: FlagActivity) => void

/**
 * The activity whose code is loaded when it is first needed. Until then, no changes are streamed, and evaluations are
 * remembered with their time, their flags and their context.
 */
export function lateActivity(
  load: Load<FlagActivity>,
  host: Pick<Host, 'bus' | 'platform'>,
): FlagActivity<LayerFlagEvents> {
  const ending = new AbortController()
  const waiting = new Set<Action>()
  let activity: FlagActivity | undefined
  let isRequested = false

  const loadFile: LoadFile = (file, onLoaded) =>
    void loadLater({ ...host, load: file, signal: ending.signal, where: 'flags', missing: MISSING }, onLoaded)

  function whenLoaded(action: Action) {
    if (activity) return action(activity)
    waiting.add(action)
    if (isRequested) return
    isRequested = true
    loadFile(load, (loaded) => {
      activity = loaded
      waiting.forEach((one) => one(loaded))
      waiting.clear()
    })
  }

  return {
    createEvents(needs) {
      const { stop, ...events } = createLateEvents({ ...needs, loadFile }, whenLoaded)
      return {
        ...events,
        stop() {
          ending.abort()
          stop()
        },
      }
    },
    openStream(request, needs, signal) {
      const open: Action = (loaded) => loaded.openStream(request, needs, signal)
      signal.addEventListener('abort', () => waiting.delete(open))
      whenLoaded(open)
    },
  }
}

/** @param whenLoaded calls its action with the code, at once if that is there, and once if it is given repeatedly before */
function createLateEvents(needs: FlagEventsNeeds, whenLoaded: (action: Action) => void): LayerFlagEvents {
  const { settings, platform, stats } = needs
  const { clock } = platform
  const calls: (readonly [at: number, call: (events: FlagEvents) => void])[] = []
  let events: FlagEvents | undefined
  let context: Context | undefined
  /** The time of the call that is repeated now, and the prerequisites of its flag. */
  let repeatedAt: number | undefined
  let prerequisites: Entries | undefined

  function create({ createEvents }: FlagActivity) {
    const created = createEvents({
      ...needs,
      platform: { ...platform, clock: { ...clock, now: () => repeatedAt ?? clock.now() } },
      entry: (key) => prerequisites?.get(key) ?? needs.entry(key),
    })
    for (const [at, call] of calls) {
      repeatedAt = at
      call(created)
    }
    repeatedAt = undefined
    // The context may have changed after the last call that was remembered.
    if (calls.length >= MAX_CALLS) created.setContext(context)
    calls.length = 0
    events = created
  }

  function pass(call: (events: FlagEvents) => void) {
    if (events) call(events)
    else if (calls.length < MAX_CALLS) calls.push([clock.now(), call])
    else stats.droppedEvents += 1
  }

  /** Nothing is recorded without a context. */
  function record(call: (events: FlagEvents) => void) {
    if (context) pass(call)
  }

  return {
    setContext(next) {
      context = settings.sendEvents ? next : undefined
      pass((to) => to.setContext(next))
      if (context && !events) whenLoaded(create)
    },
    count: (entry, fallback) => record((to) => to.count(entry, fallback)),
    evaluated(entry, evaluation) {
      if (events) return events.evaluated(entry, evaluation)
      const seen = prerequisitesOf(entry, needs.entry)
      record((to) => {
        prerequisites = seen
        to.evaluated(entry, evaluation)
        prerequisites = undefined
      })
    },
    record: (event) => record((to) => to.record(event)),
    track: (...event) => record((to) => to.track(...event)),
    stop: () => events?.stop(),
  }
}

type Entries = Map<string, FlagEntry>

/** The flags that an evaluation depends on, as they are now. */
function prerequisitesOf(
  { flag }: FlagEntry,
  entryOf: (key: string) => FlagEntry,
  found: Entries = new Map(),
): Entries {
  for (const key of flag?.prerequisites ?? []) {
    if (found.has(key) || found.size >= MAX_PREREQUISITES) continue
    const entry = entryOf(key)
    found.set(key, entry)
    prerequisitesOf(entry, entryOf, found)
  }
  return found
}
