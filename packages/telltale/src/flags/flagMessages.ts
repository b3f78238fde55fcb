import { isRecord, parseJson } from '../core/lib/json.ts'
import type { ServerSentEvent } from '../core/lib/serverSentEvents.ts'
import type { FlagChanges } from './flagSource.ts'
import { readFlags, type WireFlag } from './wireFlags.ts'

/** Passes a message of a stream on, in the vendor's format. Calls `onInvalid` when its data cannot be read. */
export function passMessage({ event, data }: ServerSentEvent, on: FlagChanges<WireFlag>, onInvalid: () => void): void {
  if (event === 'ping') return on.stale()
  // The service may introduce other events: they are ignored.
  if (!/^(put|patch|delete)$/.test(event)) return
  const parsed = parseJson(data)
  const { key, version } = isRecord(parsed) ? parsed : {}
  const flags = event === 'put' && readFlags(parsed)
  if (flags) return on.flags(flags)
  if (event === 'put' || typeof key !== 'string') return onInvalid()
  on.patch(key, event === 'patch' ? (parsed as WireFlag) : { version })
}
