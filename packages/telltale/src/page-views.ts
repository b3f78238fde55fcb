import { createPageViews, type PageViewsOptions } from './steps/pageViews.ts'
import type { Step } from './core/step.ts'
import { onNavigate, readDocument } from './platform/views.ts'

/**
 * A step that records an event for each view: when the page is loaded, at each navigation without a load, and when the page returns from the
 * back/forward cache. It adds the view to the moment of all events that happen in it. A wrong option is reported, and its default is used.
 *
 * @example
 * ```ts
 * events: { steps: [pageViews({ pattern: reactRouterPattern(() => router) })] },
 * ```
 */
export const pageViews = (options?: PageViewsOptions): Step =>
  createPageViews(options ?? {}, { onNavigate, read: readDocument })

export { paramsPattern, type ParamsPattern, type RouteParams } from './steps/paramsPattern.ts'
export {
  reactRouterPattern,
  tanstackRouterPattern,
  type ReactRouter,
  type TanstackRouter,
} from './steps/routerPatterns.ts'
export type { MomentView } from './core/model/event.ts'
export type { PageViewsOptions, Step }
