import type { Platform } from '../core/ports/platform.ts'

interface Needs extends Pick<Platform, 'tabs'> {
  signal: AbortSignal
}

/** Does it while this tab holds all of these locks; not at all where one of them is taken. */
export async function whileHolding(
  [lock, ...others]: readonly string[],
  task: () => Promise<void>,
  { tabs, signal }: Needs,
): Promise<void> {
  if (lock === undefined) return task()
  await tabs.whileAlone(lock, signal, (alone) => whileHolding(others, task, { tabs, signal: alone }))
}
