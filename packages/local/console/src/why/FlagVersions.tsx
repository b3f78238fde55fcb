import type { Explanation, FlagVersion } from '../../../src/versions/explanation.ts'
import { changeText } from '../flags/changeText.ts'
import { Moment } from './Moment.tsx'
import classes from './WhyFlag.module.css'

interface FlagVersionsProps {
  readonly explanation: Explanation
  readonly served: FlagVersion
}

/** Which version of the flag the page had, and since when it was in force. */
export function FlagVersions({ explanation, served }: FlagVersionsProps) {
  const { version, since, until } = served
  const inForce = explanation.outcome === 'explained' ? explanation.inForce : undefined
  return (
    <>
      <p className={classes.version}>
        Version {version}, in force since <Moment at={since} />
        {until !== undefined && (
          <>
            {' '}
            until <Moment at={until} />
          </>
        )}
      </p>
      {inForce !== undefined && (
        <p className={classes.note}>
          The page still had it: version {inForce.version} ({changeText(served.flag, inForce.flag)}) was in force since{' '}
          <Moment at={inForce.since} />.
        </p>
      )}
    </>
  )
}
