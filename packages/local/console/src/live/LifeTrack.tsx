import classes from './LifeTrack.module.css'
import { TRACK_LENGTH, type LifeLine } from './lifeLine.ts'

/** How far an event has come: a mark for each part of the way, and the last of them in words. */
export function LifeTrack({ life }: { readonly life: LifeLine }) {
  return (
    <span className={classes.track} data-stage={life.stage}>
      <span className={classes.marks} aria-hidden>
        {Array.from({ length: TRACK_LENGTH }, (_, part) => (
          <span className={classes.mark} data-done={part < life.done} key={part} />
        ))}
      </span>
      <span className={classes.says}>{life.says}</span>
    </span>
  )
}
