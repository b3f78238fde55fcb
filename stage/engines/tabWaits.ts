import type { EngineTab } from './engine.ts'
import { waitUntil } from './waitUntil.ts'

/** How a tab waits, whatever its driver: it asks the page itself. */
export function tabWaits(run: EngineTab['run']): Pick<EngineTab, 'until' | 'untilAt'> {
  return {
    until: (condition) => waitUntil(String(condition), async () => Boolean(await run(condition))),
    untilAt: (path) =>
      waitUntil(`the tab is at ${path}`, async () => {
        // Not a list: a page of which Prototype.js is part answers a text in its place.
        const { at, state } = await run(() => ({ at: location.pathname, state: document.readyState }))
        return at === path && state === 'complete'
      }),
  }
}
