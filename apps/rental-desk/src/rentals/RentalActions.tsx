import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTrack } from 'telltale/react'
import { dayLabel } from '../format/dayLabel.ts'
import { isoDateIn } from '../format/isoDate.ts'
import type { Rental } from './rental.ts'
import classes from './RentalActions.module.css'
import { rentals } from './rentals.ts'

/** The length of an extension, in days. */
const WEEK = 7

/** The actions that the state of a rental allows, and a confirmation of the last action. */
export function RentalActions({ rental: { id, machine, status, from, due } }: { rental: Rental }) {
  const track = useTrack()
  const [done, setDone] = useState<'out' | 'back' | 'extended'>()
  const message = useRef<HTMLParagraphElement>(null)
  // The pressed button is removed, which would lose the focus.
  useEffect(() => {
    if (done === 'out' || done === 'back') message.current?.focus()
  }, [done])
  const facts = { rental: id, machine }

  const checkOut = () => {
    rentals.checkOut(id)
    track('Rental checked out', facts)
    setDone('out')
  }
  const takeBack = () => {
    rentals.takeBack(id)
    track('Rental taken back', facts)
    setDone('back')
  }
  const extend = () => {
    rentals.extend(id, WEEK)
    track('Rental extended', { ...facts, days: WEEK })
    setDone('extended')
  }
  const words = {
    out: `${machine} is checked out.`,
    back: `${machine} is back in its yard.`,
    extended: `Extended to ${dayLabel(due)}.`,
  }
  return (
    <div className={classes.actions}>
      {status === 'reserved' && (
        <Button onClick={checkOut}>{from > isoDateIn(0) ? 'Check out early' : 'Check out'}</Button>
      )}
      {status === 'out' && (
        <>
          <Button onClick={takeBack}>Take back</Button>
          <Button variant="default" onClick={extend}>
            Extend by a week
          </Button>
        </>
      )}
      <p ref={message} role="status" className={`desk-focus ${classes.done}`} tabIndex={-1}>
        {done && words[done]}
      </p>
    </div>
  )
}
