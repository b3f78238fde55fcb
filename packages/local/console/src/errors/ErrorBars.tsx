import type { ErrorGroup } from '../../../src/errors/errorGroups.ts'
import type { Period } from '../../../src/errors/period.ts'
import classes from './ErrorBars.module.css'
import { barsText } from './errorText.ts'

interface ErrorBarsProps {
  readonly group: Pick<ErrorGroup, 'counts'>
  readonly period: Period
  readonly isLarge?: boolean
}

/** As many errors fill the height at least: a single one does not look like a burst. */
const LEAST_SCALE = 4
/** One error among a thousand is still seen. */
const LEAST_HEIGHT = 0.12

/** Errors over time. */
export function ErrorBars({ group, period, isLarge = false }: ErrorBarsProps) {
  const { counts } = group
  const scale = Math.max(LEAST_SCALE, ...counts)
  return (
    <svg
      className={classes.bars}
      viewBox={`0 0 ${counts.length} 1`}
      preserveAspectRatio="none"
      data-large={isLarge}
      role="img"
      aria-label={barsText(group, period)}
    >
      {counts.map((count, step) => {
        const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, count / scale)
        return <rect x={step + 0.1} width={0.8} y={1 - height} height={height} key={step} />
      })}
    </svg>
  )
}
