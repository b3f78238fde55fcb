import type { Host } from '../core/host.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'

/** How many different problems are remembered as reported; past that nothing more is written to the console. */
const MAX_REPORTS = 100

/**
 * Writes each problem to the developer's console: once, however often it happens, unless it ends in between. Errors always, the rest unless it is to be
 * silent.
 */
export function reportProblems(
  { bus, platform }: Pick<Host, 'bus' | 'platform'>,
  isSilent: () => boolean,
): Unsubscribe {
  const reported = new Set<string>()
  return bus.on('problem', ({ where, message, isError = false, isRecurring = false }) => {
    const line = `Telltale (${where}): ${message}`
    if (!isError && isSilent()) return
    if ((reported.has(line) && !isRecurring) || reported.size >= MAX_REPORTS) return
    reported.add(line)
    platform.log[isError ? 'error' : 'warn'](line)
  })
}
