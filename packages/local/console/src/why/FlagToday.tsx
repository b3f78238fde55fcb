import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { changeText } from '../flags/changeText.ts'
import { sameJson } from '../format/sameJson.ts'
import { routeHash } from '../shell/route.ts'
import classes from './WhyFlag.module.css'

interface FlagTodayProps {
  readonly name: string
  /** As it was, if that is known. */
  readonly served: ServerFlag | undefined
  /** Absent if it was removed. */
  readonly today: ServerFlag | undefined
}

/** The flag as it is today, and what has changed since. */
export function FlagToday({ name, served, today }: FlagTodayProps) {
  if (today === undefined) return <p className={classes.today}>The flag is not in the file any more.</p>
  return (
    <p className={classes.today}>
      <a className={classes.link} href={routeHash({ view: 'flags', open: name })}>
        {name} today
      </a>
      {served !== undefined &&
        (sameJson(served, today)
          ? ': as it was.'
          : `: version ${today.version}, ${changeText(served, today)} since then.`)}
    </p>
  )
}
