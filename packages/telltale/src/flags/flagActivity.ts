import type { HttpRequest } from '../core/ports/transport.ts'
import type { FlagDeps } from './flagClient.ts'
import { createFlagEvents, type FlagEventFiles, type FlagEvents, type FlagEventsNeeds } from './flagEvents.ts'
import { isRecord, parseJson } from '../core/lib/json.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import { flagError } from './flagErrors.ts'
import { readFlags, type WireFlag, type WireFlags } from './readFlag.ts'
import { streamFlags, type StreamNeeds } from './streamFlags.ts'

/** What a flag client does besides requesting flags: it sends events about them, and receives their changes. */
export interface FlagActivity<Events = FlagEvents> {
  createEvents(needs: FlagEventsNeeds): Events
  /** Keeps a stream open until the signal aborts or the service refuses it permanently. */
  openStream(request: HttpRequest, needs: OpenStreamNeeds, signal: AbortSignal): void
}

/** @param more what nothing else needs. The same port of the platform takes precedence */
export const createFlagActivity = ({ undelivered, loadGoals, loadDiagnostics, ...more }: More): FlagActivity => ({
  createEvents: (needs) =>
    createFlagEvents({
      ...needs,
      undelivered,
      loadGoals,
      loadDiagnostics,
      platform: { ...more, ...needs.platform },
    }),
  openStream: (request, needs, signal) =>
    void openStream(request, { ...needs, platform: { ...more, ...needs.platform } }, signal),
})

type More = Pick<FlagDeps, 'visitor' | 'channel' | 'shareStream'> &
  Pick<FlagEventsNeeds, 'undelivered'> &
  FlagEventFiles

export interface OpenStreamNeeds extends Omit<StreamNeeds, 'onMessage'> {
  platform: FlagDeps
  onPut(flags: WireFlags): void
  onPatch(key: string, flag: WireFlag): void
  /** Called when the flags must be requested: the service says so, or messages may have been missed. */
  onStale(): void
  /** Whether messages may have been missed before now. */
  hasMissed(): boolean
}

/** Streams the changes of flags. */
function openStream(request: HttpRequest, needs: OpenStreamNeeds, signal: AbortSignal): Promise<void> {
  const { platform, onStale } = needs
  const { tabs, channel, shareStream, clock } = platform

  function onMessage({ event, data }: ServerSentEvent) {
    if (event === 'ping') return onStale()
    // The service may introduce other events: they are ignored.
    if (!/^(put|patch|delete)$/.test(event)) return
    const parsed = parseJson(data)
    const isPut = event === 'put'
    if (!isRecord(parsed) || (!isPut && typeof parsed['key'] !== 'string')) {
      const message = 'Invalid data in the stream (T95)'
      return needs.report(flagError('InvalidData', message))
    }
    if (isPut) return needs.onPut(readFlags(parsed) ?? {})
    const { key, version } = parsed as { key: string; version: unknown }
    needs.onPatch(key, event === 'patch' ? parsed : { version })
  }

  const stream = (listener: typeof onMessage, until: AbortSignal) =>
    streamFlags(request, { ...needs, onMessage: listener }, until)
  if (!tabs || !channel || !shareStream) return stream(onMessage, signal)
  const sharing = { tabs, channel, clock, stream, onMessage, onMissed: onStale, hasMissed: needs.hasMissed() }
  return shareStream(request, sharing, signal)
}
