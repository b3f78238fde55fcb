import { Button, type ButtonProps } from '@mantine/core'
import type { FleetListProps } from './FleetListProps.ts'

interface Props extends Pick<FleetListProps, 'picked' | 'onPick'> {
  number: string
  size?: ButtonProps['size']
}

/** Begins a quote with a machine; pressed while that is the machine of the quote. */
export function QuoteButton({ number, picked, onPick, size = 'sm' }: Props) {
  return (
    <Button
      variant="default"
      size={size}
      aria-label={`Quote ${number}`}
      aria-pressed={number === picked}
      onClick={() => onPick(number)}
    >
      Quote
    </Button>
  )
}
