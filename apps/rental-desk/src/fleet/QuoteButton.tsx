import { Button, type ButtonProps } from '@mantine/core'
import type { FleetListProps } from './FleetListProps.ts'

interface Props extends Pick<FleetListProps, 'picked' | 'onPick'> {
  number: string
  size?: ButtonProps['size']
}

/** Picks a machine for the quote. `aria-pressed` is true while this machine is picked. */
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
