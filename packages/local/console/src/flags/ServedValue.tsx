import { VariationChip } from './VariationChip.tsx'
import type { Served } from './targeting.ts'
import classes from './ServedValue.module.css'

interface ServedValueProps {
  readonly served: Served
  readonly variations: readonly unknown[]
}

/** The value that somebody gets, or the shares of several. */
export function ServedValue({ served, variations }: ServedValueProps) {
  switch (served.type) {
    case 'fallback':
      return <span className={classes.fallback}>the application’s fallback</span>
    case 'variation':
      return <VariationChip index={served.variation} value={variations[served.variation]} />
    case 'rollout':
      return (
        <span className={classes.shares}>
          {served.shares.map(({ variation, percent }) => (
            <span className={classes.share} key={variation}>
              <span className={classes.percent}>{Number(percent.toFixed(1))} %</span>
              <VariationChip index={variation} value={variations[variation]} />
            </span>
          ))}
        </span>
      )
  }
}
