import { UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { Machine } from '../data/machine.ts'
import { yards, type YardId } from '../data/yards.ts'
import { countOf } from '../pricing/countOf.ts'
import type { SignSide } from './signSide.ts'
import classes from './YardMarker.module.css'

interface Props {
  yard: YardId
  /** Those that stand there; absent where they do not matter. */
  machines?: readonly Machine[]
  /** Absent where pressing it chooses nothing. */
  isPressed?: boolean
  hasPicked?: boolean
  /** Where another marker would be hidden above the place; above it when absent. */
  side?: SignSide
  /** Outside of what the map shows, it is no tab stop. */
  isSeen: boolean
  style: CSSProperties
  onPress: () => void
}

/** A yard, with a mark for each machine that stands in it. */
export function YardMarker({ yard, machines, isPressed, hasPicked, side, isSeen, style, onPress }: Props) {
  const label = machines ? `${yards[yard]}, ${countOf(machines.length, 'machine')} here` : `${yards[yard]}, closer`
  return (
    <UnstyledButton
      className={classes.yard}
      data-marker
      data-picked={hasPicked || undefined}
      data-side={side}
      style={style}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      aria-label={label}
      tabIndex={isSeen ? 0 : -1}
      onClick={onPress}
    >
      <span className={classes.name}>{yards[yard]}</span>
      {machines && (
        <span className={classes.marks}>
          {machines.map(({ number, status }) => (
            <i key={number} data-status={status} />
          ))}
        </span>
      )}
    </UnstyledButton>
  )
}
