import type { Host } from '../core/host.ts'
import { loadLater, type Load } from '../core/loadLater.ts'
import type { Context } from '../core/model/flag.ts'
import { createCallLog, type CallLog } from './callLog.ts'
import { STREAM_MISSING } from '../flags/flagError.ts'
import type { FlagCall, FlagCalls } from '../flags/flagCalls.ts'
import type { FlagPlatform } from '../flags/flagProvider.ts'
import type { FlagSettings } from './flagSettings.ts'
import type { FlagEvents, OpenStream } from './startFlagEvents.ts'

/** How many calls are remembered until the code for events is loaded. Later ones are counted as dropped. */
const MAX_CALLS = 10_000

interface Needs {
  platform: FlagPlatform
  report(problem: Error | string, until?: AbortSignal): void
  /** The options as the application has given them. */
  options: object
  settings: Pick<FlagSettings, 'sendEvents'>
}

/** What has waited for the code. */
export interface Waiting {
  readonly log: CallLog<FlagCall>
  /** The latest context, if the log had no room for it. */
  readonly lost: FlagCall | undefined
  readonly streams: Parameters<OpenStream>[]
  /** Aborts when the layer stops. */
  readonly signal: AbortSignal
}

/** Starts the events and the stream of a layer with what has waited for them. */
export type StartLayerFlagEvents = (needs: Needs & Waiting) => FlagEvents

interface LateFlagEvents extends FlagCalls {
  openStream: OpenStream
}

/** The events and the stream whose code is loaded when it is first needed. Until then, no changes are streamed, and calls wait in a log. */
export function lateFlagEvents(
  needs: Needs,
  host: Pick<Host, 'bus' | 'platform' | 'app'>,
  load: Load<StartLayerFlagEvents>,
): LateFlagEvents {
  const ending = new AbortController()
  const { signal } = ending
  const log = createCallLog<FlagCall>(MAX_CALLS, needs.platform.clock.now)
  let streams: Parameters<OpenStream>[] = []
  let lost: FlagCall | undefined
  let context: Context | undefined
  let isRequested = false

  /** Once the code is there, it is called directly. */
  const events: LateFlagEvents = {
    write(call) {
      if (call.kind === 'context') {
        context = needs.settings.sendEvents ? call.context : undefined
        lost = log.write(call) ? undefined : call
        // The file also checks the options and the keys of flags, outside production.
        if (context || (call.context && host.app.promotion !== 'production')) request()
        // Nothing is recorded without a context.
      } else if (context) log.write(call)
    },
    openStream(...stream) {
      streams = [...streams.filter(([, , wanted]) => !wanted.aborted), stream]
      request()
    },
    stop: () => ending.abort(),
  }
  return events

  function request() {
    if (isRequested) return
    isRequested = true
    loadLater({ ...host, signal, load, where: 'flags', missing: STREAM_MISSING }, (start) => {
      ;({ receive: events.write, openStream: events.openStream } = start({ ...needs, log, lost, streams, signal }))
    })
  }
}
