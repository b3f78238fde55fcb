import type { EngineTab } from './engine.ts'
import { waitUntil } from './waitUntil.ts'

/** How a tab waits, whatever its driver: it asks the page itself. */
export function tabWaits(run: EngineTab['run']): Pick<EngineTab, 'until' | 'untilAt'> {
  return {
    until: (condition) => waitUntil(String(condition), async () => Boolean(await run(condition))),
    untilAt: (path) =>
      waitUntil(`the tab is at ${path}`, async () => {
        const [at, state] = await run(() => [location.pathname, document.readyState] as const)
        return at === path && state === 'complete'
      }),
  }
}
