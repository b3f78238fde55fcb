import { Tooltip } from '@mantine/core'
import { asText } from '../format/asText.ts'
import classes from './VariationChip.module.css'

interface VariationChipProps {
  readonly index: number
  readonly value: unknown
}

/** Characters. */
const MAX_SHOWN = 28

/** A variation's value in the colour that the variation has everywhere in the console. */
export function VariationChip({ index, value }: VariationChipProps) {
  const text = value === undefined ? `variation ${index}` : asText(value)
  const isLong = text.length > MAX_SHOWN
  return (
    <Tooltip label={text} disabled={!isLong} multiline maw={420}>
      <span className={classes.chip} data-colour={index < 0 ? 'none' : index % 5}>
        {isLong ? `${text.slice(0, MAX_SHOWN)}…` : text}
      </span>
    </Tooltip>
  )
}
