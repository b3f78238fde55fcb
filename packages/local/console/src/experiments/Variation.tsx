import { variationColour } from '../charts/chartColours.ts'
import classes from './Variation.module.css'

interface VariationProps {
  readonly name: string
  /** Its place among the variations, which decides its colour. */
  readonly place: number
  readonly isControl?: boolean
}

/** A variation in a table, with the colour that it has in the charts beside it. */
export function Variation({ name, place, isControl = false }: VariationProps) {
  return (
    <span className={classes.variation}>
      <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden>
        <rect width="10" height="10" rx="2.5" fill={variationColour(place)} />
      </svg>
      <span className={classes.name}>{name}</span>
      {isControl && <span className={classes.control}>control</span>}
    </span>
  )
}
