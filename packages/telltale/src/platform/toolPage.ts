import { attempt } from '../core/lib/attempt.ts'
import { listen } from './windowPage.ts'

/** The page that another script is on. */
export const toolPage = {
  global: (name: string): unknown => attempt<unknown>(() => (globalThis as unknown as Record<string, unknown>)[name]),
  // A listener of the window that captures hears events of the document, too, whether they bubble or not.
  listen: (events: readonly string[], listener: () => void) =>
    listen(() => events.map((type) => [window, type, listener] as [EventTarget, string, () => void])),
}
