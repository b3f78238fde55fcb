import { isFunction, type OptionTable } from '../core/optionTable.ts'
import { bool, checkOptions } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Step } from '../core/step.ts'
import { pathPattern } from './pathPattern.ts'

/** A metric of the library `web-vitals`. */
interface Metric {
  /** `LCP`, `INP`, `CLS`, `FCP` or `TTFB`. */
  readonly name: string
  /** Milliseconds, or a number without a unit for `CLS`. */
  readonly value: number
  /** How much the value has changed since the report before. */
  readonly delta: number
  /** The id of the measurement, which all its reports have. */
  readonly id: string
  /** `good`, `needs-improvement` or `poor`. */
  readonly rating: string
  /** How the page was opened, such as `navigate`. */
  readonly navigationType: string
  /** The address that was measured, from the version of the library that measures navigations in the page. */
  readonly navigationURL?: string | undefined
}

/** The options of the functions of the library. */
interface ReportOptions {
  /** Also measures navigations in the page. */
  readonly reportSoftNavs?: boolean
}

/** A function of the library: it calls `report` for each measurement. */
type OnMetric = (report: (metric: Metric) => void, options: ReportOptions) => void

/** The library `web-vitals`, from its version 4, or its build with attribution. */
export interface WebVitalsLibrary {
  /** Cumulative Layout Shift. */
  onCLS: OnMetric
  /** First Contentful Paint. */
  onFCP: OnMetric
  /** Interaction to Next Paint. */
  onINP: OnMetric
  /** Largest Contentful Paint. */
  onLCP: OnMetric
  /** Time to First Byte. */
  onTTFB: OnMetric
}

/** The options of `webVitals`. */
export interface WebVitalsOptions {
  /** Also measures navigations in the page, where the browser tells them: in Chrome from version 151. `false` when absent. */
  softNavigations?: boolean | undefined
}

const WEB_VITALS = {
  what: 'webVitals',
  table: { softNavigations: bool } satisfies OptionTable<WebVitalsOptions>,
}

/** The name of the event. */
const NAME = 'Web vital'
/** The layout shift is a small number without a unit; the others are milliseconds. */
const DIGITS = { CLS: 4 } as Readonly<Record<string, number>>
const FUNCTIONS = ['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'] as const

/** Records each metric of the library as an event. @param href the address of the page */
export function createWebVitals(
  library: WebVitalsLibrary,
  options: WebVitalsOptions | undefined,
  href: () => string,
): Step {
  const all = FUNCTIONS.map((name) => attempt(() => library[name]))
  if (!all.every(isFunction))
    throw new Error(
      'Telltale cannot start. Pass webVitals() the library: import * as library from "web-vitals". (T214)',
    )
  const { softNavigations: reportSoftNavs = false } = checkOptions(WEB_VITALS, options).options
  return {
    name: 'webVitals',
    start({ record }) {
      const first = href()
      let isStopped = false
      function note({ name, value, delta, id, rating, navigationType, navigationURL }: Metric) {
        const rounded = (one: number) => Number(one.toFixed(DIGITS[name] ?? 1))
        // The page may have gone to another route since.
        const route = pathPattern(navigationURL ?? first)
        const about = { rating, id, navigation_type: navigationType, route }
        record(NAME, { name, value: rounded(value), delta: rounded(delta), ...about }, 'vital')
      }
      // What the library measures may have any form.
      const report = (metric: Metric) => void (isStopped || attempt(() => note(metric)))
      for (const listen of all) attempt(() => listen?.(report, { reportSoftNavs }))
      // The library has nothing that ends it.
      return () => void (isStopped = true)
    },
  }
}
