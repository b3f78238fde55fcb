import { Tooltip } from '@mantine/core'
import { asText } from '../format/asText.ts'
import classes from './VariationChip.module.css'

interface VariationChipProps {
  readonly index: number
  readonly value: unknown
  /** The variation's name, if it has one, for the tooltip. */
  readonly name?: string | null | undefined
}

/** Characters. */
const MAX_SHOWN = 28

/** A variation's value in the colour that the variation has everywhere in the console. */
export function VariationChip({ index, value, name }: VariationChipProps) {
  const text = value === undefined ? `variation ${index}` : asText(value)
  const isLong = text.length > MAX_SHOWN
  return (
    <Tooltip label={name ? `${name}: ${text}` : text} disabled={!isLong && !name} multiline maw={420}>
      <span className={classes.chip} data-colour={index < 0 ? 'none' : index % 5}>
        {isLong ? `${text.slice(0, MAX_SHOWN)}…` : text}
      </span>
    </Tooltip>
  )
}
