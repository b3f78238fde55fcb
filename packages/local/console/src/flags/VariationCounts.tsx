import type { Json } from '../../../src/flags/serverFlag.ts'
import { shortVariation } from './shortVariation.ts'
import classes from './VariationCounts.module.css'

interface VariationCountsProps {
  readonly counts: Readonly<Record<string, number>>
  readonly variations: readonly Json[]
}

/** How often each variation was evaluated since the services started, as reported by flag clients. */
export function VariationCounts({ counts, variations }: VariationCountsProps) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0)
  const total = shown.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const says = shown.map(([index, count]) => `${count.toLocaleString('en')} × ${nameOf(index, variations)}`).join(', ')
  return (
    <div className={classes.counts}>
      <svg
        className={classes.bar}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Served: ${says}`}
      >
        {shown.map(([index, count], place) => {
          const before = shown.slice(0, place).reduce((sum, [, one]) => sum + one, 0)
          const colour = index === 'fallback' ? 'none' : Number(index) % 5
          return (
            <rect
              x={(100 * before) / total}
              width={(100 * count) / total}
              height={1}
              data-colour={colour}
              key={index}
            />
          )
        })}
      </svg>
      <span className={classes.says}>served {says}</span>
    </div>
  )
}

function nameOf(index: string, variations: readonly Json[]): string {
  const value = variations[Number(index)]
  if (value === undefined) return index === 'fallback' ? index : `removed variation ${Number(index) + 1}`
  return shortVariation(value)
}
