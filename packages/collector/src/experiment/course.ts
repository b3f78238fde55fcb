import { type About, comparisonsOf } from './decide.ts'
import { figuresOf } from './figures.ts'
import type { Metric, Metrics } from './metrics.ts'
import type { CoursePoint } from './result.ts'

interface CourseNeeds {
  readonly from: number
  readonly now: number
  readonly metrics: Metrics
  readonly needs: Parameters<typeof figuresOf>[2]
}

/** The most points of a course. */
const POINTS = 40
const DAY_MS = 86_400_000

/** What was said of a metric at the end of each day. */
export async function courseOf(
  metric: Metric,
  about: About,
  { from, now, metrics, needs }: CourseNeeds,
): Promise<readonly CoursePoint[]> {
  const step = Math.max(1, Math.ceil((now - from) / DAY_MS / POINTS)) * DAY_MS
  const points: CoursePoint[] = []
  for (let at = from + step; at < now + step; at += step) {
    const { estimates } = await figuresOf(metric, metrics, { ...needs, until: Math.min(at, now) })
    if (estimates.size <= about.others.length || [...estimates.values()].some(({ n }) => n < about.leastUnits)) continue
    const differences = comparisonsOf(metric, estimates, about).map(({ variation, difference }) => ({
      variation,
      ...difference,
    }))
    points.push({ at: Math.min(at, now), differences })
  }
  return points
}
