import type { Observer } from './core/observer.ts'
import { createInspector } from './inspector/createInspector.ts'
import type { InspectorOptions } from './inspector/inspectorOptions.ts'

/**
 * A panel in the page for developers: who is signed in, the flags and why they have their values, the events and what has become of
 * them, the destinations and the problems. It can override flags. The panel is loaded when it is first opened, by Ctrl and the key to
 * the left of the 1, or by the button at the right edge of the page. In production it does nothing, unless `allow` says otherwise.
 *
 * @example createTelltale({ …, observers: import.meta.env.DEV ? [inspector()] : [] })
 */
export const inspector = (options?: InspectorOptions): Observer =>
  // Bundlers split each `import()` into a lazy chunk.
  createInspector(options, {
    panel: () => import('./inspector/panel/startPanel.ts'),
    sharing: () => import('./inspector/sharing/startSharing.ts'),
  })

export type { InspectorOptions, Observer }
