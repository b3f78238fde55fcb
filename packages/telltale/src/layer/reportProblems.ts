import type { Host } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'

/** The maximum number of different problems that are reported; after that nothing more is written to the console. */
const MAX_REPORTS = 100

/**
 * Writes each problem to the developer's console: once, regardless of how often it happens, unless it ends in between. Errors
 * are always written, warnings only if `isSilent` returns false.
 */
export function reportProblems(
  { bus, platform }: Pick<Host, 'bus' | 'platform'>,
  isSilent: () => boolean,
): Unsubscribe {
  const reported = new Set<string>()
  return bus.on('problem', ({ where, message, isError, isRecurring }) => {
    const line = `Telltale (${where}): ${message}`
    if (!isError && isSilent()) return
    if ((reported.has(line) && !isRecurring) || reported.size >= MAX_REPORTS) return
    reported.add(line)
    platform.log[isError ? 'error' : 'warn'](line)
  })
}
