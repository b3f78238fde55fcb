import { UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import type { Machine } from '../data/machine.ts'
import { yards, type YardId } from '../data/yards.ts'
import { countOf } from '../pricing/countOf.ts'
import type { SignSide } from './signSide.ts'
import classes from './YardMarker.module.css'

interface Props {
  yard: YardId
  /** The machines in the yard; absent on a map that does not show them. */
  machines?: readonly Machine[]
  /** Absent if pressing the marker does not select the yard. */
  isPressed?: boolean
  hasPicked?: boolean
  /** The side on which the sign hides no other marker; `above` if absent. */
  side?: SignSide
  style: CSSProperties
  /** Called when the marker gets the focus. The marker may be out of view. */
  onFocus?: () => void
  onPress: () => void
}

/** A yard, with a mark for each machine in it. */
export function YardMarker({ yard, machines, isPressed, hasPicked, side, style, onFocus, onPress }: Props) {
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
      onFocus={onFocus}
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
