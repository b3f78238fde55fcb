import classes from './LifeTrack.module.css'
import { marksOf, stateOf, type LifeLine } from './lifeLine.ts'

/** The delivery progress of an event: a mark for each step, and the last step in words. */
export function LifeTrack({ life }: { readonly life: Pick<LifeLine, 'stage' | 'says'> }) {
  return (
    <span className={classes.track} data-state={stateOf(life.stage)}>
      <span className={classes.marks} aria-hidden>
        {marksOf(life.stage).map((mark, part) => (
          <span className={classes.mark} data-mark={mark} key={part} />
        ))}
      </span>
      <span className={classes.says} title={life.says}>
        {life.says}
      </span>
    </span>
  )
}
