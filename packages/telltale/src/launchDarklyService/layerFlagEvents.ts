import { isRecord } from '../core/lib/json.ts'
import type { Flag } from '../core/model/flag.ts'
import type { FlagPlatform, LateFlagPlatform } from '../flags/flagProvider.ts'
import type { CountedFlag } from '../flags/flagStore.ts'
import type { StartLayerFlagEvents } from './lateFlagEvents.ts'
import { checkBootstrap, readSettings, withServiceHeaders } from './readSettings.ts'
import type { ShareStream } from '../flags/shareStream.ts'
import { startFlagEvents } from './startFlagEvents.ts'
import type { ContextOptions } from '../flags/userContext.ts'

interface More {
  platformOf(first: FlagPlatform): LateFlagPlatform
  shareStream?: ShareStream
  /** Whether events that could not be delivered are kept for the next page. */
  isKept?: boolean
  diagnosticsDelayMs?: number
}

/**
 * The events and the stream of the flags of a layer, with checks that a standalone client has at its start.
 *
 * @param platformOf adds the ports of the second stage
 */
export const layerFlagEvents =
  ({ platformOf, ...more }: More): StartLayerFlagEvents =>
  (needs) => {
    const settings = withServiceHeaders(readSettings(clientOptions(needs.options), needs.report))
    checkBootstrap(settings.bootstrap, needs.report)
    const ofServer = metadataOf(settings.bootstrap)
    const { log, lost, streams, signal } = needs
    const events = startFlagEvents({
      ...more,
      ...needs,
      platform: platformOf(needs.platform),
      settings,
      check,
      dropped: log.dropped,
    })
    signal.addEventListener('abort', events.stop)
    for (const [call, at] of log.calls.splice(0)) events.receive(call, at)
    if (lost) events.receive(lost)
    for (const stream of streams.splice(0)) if (!stream[2].aborted) events.openStream(...stream)
    return events

    /** Reports what an application would see only as a missing value, or as a value that changes while the page loads. */
    function check({ key, flag }: CountedFlag, isFirstContext: boolean) {
      if (!flag) return needs.report(`The flags in use do not include "${key}": it has its fallback. (T145)`)
      const before = isFirstContext ? ofServer[key] : undefined
      // LaunchDarkly's server SDK has the version that pages get as `flagVersion`; the local services have one version for all flags.
      const isUnchanged = [flag.flagVersion, flag.version].includes(before?.version ?? NaN)
      if (!isUnchanged || before?.variation === flag.variation) return
      needs.report(
        `"${key}" has another value in the page than on the server: is the same user signed in, with the same attributes? (T147)`,
      )
    }
  }

/** What a server says of its flags in `$flagsState`, by key. */
function metadataOf(bootstrap: unknown) {
  const state = isRecord(bootstrap) ? bootstrap['$flagsState'] : undefined
  return (isRecord(state) ? state : {}) as Readonly<Record<string, Partial<Flag> | undefined>>
}

/** The options of a flag client, without those of the layer's context. */
function clientOptions({ kind: _kind, hashField: _field, ...options }: ContextOptions) {
  if (typeof options.hash === 'function') delete options.hash
  return options
}
