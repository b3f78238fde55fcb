import type { Step } from './core/step.ts'
import { createWebVitals, type WebVitalsLibrary, type WebVitalsOptions } from './steps/webVitals.ts'

/**
 * A step that records what Google's library `web-vitals` measures, as events `Web vital` of the kind `vital`: `name` (`LCP`, `INP`, `CLS`, `FCP` or `TTFB`), `value`
 * and `delta` in milliseconds (`CLS` has no unit), `rating`, `id`, `navigation_type`, and `route`, the path of the page that was measured with `:id` in place of ids. A
 * metric that changes is recorded again with the same `id`: the last one counts, or the sum of `delta`. Throws at start when the library is missing.
 *
 * @example
 * ```ts
 * import * as library from 'web-vitals'
 * events: { steps: [webVitals(library)] },
 * ```
 */
export const webVitals = (library: WebVitalsLibrary, options?: WebVitalsOptions): Step =>
  createWebVitals(library, options, () => location.href)

export type { Step, WebVitalsLibrary, WebVitalsOptions }
