import { inShort } from '../format/asText.ts'
import type { Property } from './eventLine.ts'
import { chipsThatFit } from './liveColumns.ts'
import classes from './ValueChips.module.css'

interface ValueChipsProps {
  readonly values: readonly Property[]
  /** Pixels. */
  readonly width: number
}

/** As many names with values as fit, and the number of the others. */
export function ValueChips({ values, width }: ValueChipsProps) {
  const texts = values.map(({ name, value }) => `${name} ${inShort(value)}`)
  const count = chipsThatFit(texts, width)
  return (
    <span className={classes.chips}>
      {values.slice(0, count).map(({ name, value }) => (
        <span className={classes.chip} data-value={String(value)} key={name}>
          {name} <b>{inShort(value)}</b>
        </span>
      ))}
      {count < values.length && (
        <span className={classes.others} title={texts.slice(count).join('\n')}>
          +{values.length - count}
        </span>
      )}
    </span>
  )
}
