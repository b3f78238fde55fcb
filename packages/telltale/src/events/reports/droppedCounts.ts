import type { Host, Topics } from '../../core/host.ts'
import { isRecord, parseRecord, writeJson } from '../../core/lib/json.ts'
import type { Unsubscribe } from '../../core/lib/listeners.ts'
import type { PageDiagnostics } from '../../core/model/diagnostics.ts'

type Counts = PageDiagnostics['dropped']

/**
 * Counts dropped events by place and reason. The counts that no destination has received yet are kept for the next page. Otherwise
 * drops that happen while nothing can be sent would never be reported.
 */
export function countDrops({
  bus,
  app,
  diagnostics,
  platform: { storage },
}: Pick<Host, 'bus' | 'app' | 'diagnostics' | 'platform'>): Unsubscribe {
  const key = `dropped:${app.space}`
  let unreported = readCounts(storage.get(key))
  const show = (dropped: Counts) => bus.publish('diagnosis', { dropped })
  show(unreported)
  const undo = [
    bus.on('drop', (drop) => {
      show(plus(diagnostics.get().dropped, drop))
      unreported = plus(unreported, drop)
      storage.set(key, writeJson(unreported))
    }),
    bus.on('dropsReported', () => {
      unreported = {}
      storage.remove(key)
    }),
  ]
  return () => undo.forEach((step) => step())
}

/**
 * Returns the stored counts without invalid entries: another script of the origin, or damage, may have left any value.
 */
function readCounts(text: string | undefined): Counts {
  const counts = Object.entries(parseRecord(text)).map(([where, reasons]) => {
    const sound = isRecord(reasons) ? Object.entries(reasons).filter(([, count]) => isCount(count)) : []
    return [where, Object.fromEntries(sound)] as const
  })
  return Object.fromEntries(counts.filter(([, reasons]) => Object.keys(reasons).length > 0))
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0

function plus(counts: Counts, { where, reason, count }: Topics['drop']): Counts {
  const before = counts[where] ?? {}
  return { ...counts, [where]: { ...before, [reason]: (before[reason] ?? 0) + count } }
}
