import type { Host } from '../core/host.ts'
import { CHECK_FILES, loadLater, type Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import type { FlagActivity, LayerActivityNeeds, LoadFile, StartActivity, StartLayerActivity } from './flagActivity.ts'

/** How many calls are remembered until the code for events is loaded. Later ones are counted as dropped. */
const MAX_CALLS = 10_000

const MISSING = `the file that streams flags could not be loaded. Flags are requested without it. ${CHECK_FILES} (T85)`

type Call = (activity: FlagActivity) => void

/**
 * The activity whose code is loaded when it is first needed. Until then, no changes are streamed, and evaluations are
 * remembered with their time, their flags and their context.
 */
export const lateActivity =
  (load: Load<StartActivity>, host: Pick<Host, 'bus' | 'platform'>): StartLayerActivity =>
  (needs: LayerActivityNeeds) => {
    const { clock } = needs.platform
    const ending = new AbortController()
    const calls: (readonly [at: number, call: Call])[] = []
    let streams: (readonly [signal: AbortSignal, open: Call])[] = []
    let dropped = 0
    /** Whether the current context was set after the last call that was remembered. */
    let isContextLost = false
    let activity: FlagActivity | undefined
    let isRequested = false
    let context: Context | undefined

    const needed = { ...host, signal: ending.signal, where: 'flags' }
    const loadFile: LoadFile = (file, onLoaded) => void loadLater({ ...needed, load: file }, onLoaded)

    function request() {
      if (isRequested) return
      isRequested = true
      void loadLater({ ...needed, load, missing: MISSING }, start)
    }

    function start(startActivity: StartActivity) {
      /** The time of the call that is repeated now. */
      let repeatedAt: number | undefined
      const platform = { ...needs.platform, clock: { ...clock, now: () => repeatedAt ?? clock.now() } }
      const started = startActivity({ ...needs, platform, dropped, loadFile })
      for (const [at, call] of calls) {
        repeatedAt = at
        call(started)
      }
      repeatedAt = undefined
      if (isContextLost) started.setContext(context)
      calls.length = 0
      activity = started
      for (const [signal, open] of streams) if (!signal.aborted) open(started)
    }

    function pass(call: Call) {
      if (activity) call(activity)
      else if (calls.length < MAX_CALLS) calls.push([clock.now(), call])
      else dropped += 1
    }

    /** Nothing is recorded without a context. */
    function record(call: Call) {
      if (context) pass(call)
    }

    return {
      setContext(next) {
        context = needs.settings.sendEvents ? next : undefined
        isContextLost = calls.length >= MAX_CALLS
        pass((to) => to.setContext(next))
        if (context) request()
      },
      evaluated: (...evaluation) => record((to) => to.evaluated(...evaluation)),
      track: (...event) => record((to) => to.track(...event)),
      openStream(stream, handlers, signal) {
        const open: Call = (to) => to.openStream(stream, handlers, signal)
        if (activity) return open(activity)
        streams = [...streams.filter(([other]) => !other.aborted), [signal, open]]
        request()
      },
      stop() {
        ending.abort()
        activity?.stop()
      },
    }
  }
