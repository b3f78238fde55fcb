import type { Json } from '../../../src/flags/serverFlag.ts'
import { ShareBar } from './ShareBar.tsx'
import { servedText } from './servedText.ts'
import classes from './VariationCounts.module.css'

interface VariationCountsProps {
  readonly counts: Readonly<Record<string, number>>
  readonly variations: readonly Json[]
}

/** How often each variation was evaluated since the services started, as reported by flag clients. */
export function VariationCounts({ counts, variations }: VariationCountsProps) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0)
  if (shown.length === 0) return null
  const says = shown
    .map(([index, count]) => `${count.toLocaleString('en')} × ${servedText(index, variations)}`)
    .join(', ')
  const shares = shown.map(([index, amount]) => ({ variation: index === 'fallback' ? -1 : Number(index), amount }))
  return (
    <div className={classes.counts}>
      <ShareBar label={`Served: ${says}`} shares={shares} />
      <span className={classes.says}>served {says}</span>
    </div>
  )
}
