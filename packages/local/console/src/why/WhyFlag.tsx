import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { EventRow } from '../feed/eventRows.ts'
import { Asking } from '../experiments/Asking.tsx'
import type { EventFlag } from '../live/eventFlags.ts'
import type { EventLine } from '../live/eventLine.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { FlagToday } from './FlagToday.tsx'
import { FlagVersions } from './FlagVersions.tsx'
import { Moment } from './Moment.tsx'
import { useExplanation } from './useExplanation.ts'
import { WhyAnswer } from './WhyAnswer.tsx'
import { questionOf } from './whyText.ts'
import classes from './WhyFlag.module.css'

interface WhyFlagProps {
  readonly flag: EventFlag
  readonly row: EventRow
  readonly line: EventLine
  readonly state: ConsoleState | undefined
  readonly onClose: () => void
}

/** Why the person of an event had this value of a flag. */
export function WhyFlag({ flag, row, line, state, onClose }: WhyFlagProps) {
  return (
    <Dialog title={`Why this value of ${flag.name}?`} size="lg" isOpen onClose={onClose}>
      <Answer flag={flag} row={row} line={line} state={state} />
    </Dialog>
  )
}

function Answer({ flag, row, line, state }: Omit<WhyFlagProps, 'onClose'>) {
  const asked = useExplanation(questionOf(row, flag))
  const { name, impersonator, looker } = line.who
  if (asked.status === 'asking') return <Asking what="The flag is evaluated as it was…" />
  if (asked.status === 'failed')
    return (
      <p className={classes.problem} role="alert">
        {asked.message}
      </p>
    )
  const { explanation } = asked
  const { environment, served } = explanation
  const today = state?.environments.find(({ id }) => id === environment)?.flags.find(({ key }) => key === flag.name)
  return (
    <div className={classes.why} role="status">
      <p className={classes.who}>
        {name}, <Moment at={line.at} />, in {environment}
      </p>
      {impersonator !== undefined && (
        <p className={classes.note}>
          {looker} used the application as {name}. The flags were those of {name}.
        </p>
      )}
      {explanation.outcome === 'explained' ? (
        <WhyAnswer explained={explanation} flag={flag} />
      ) : (
        <p className={classes.note}>{explanation.message}</p>
      )}
      {served !== undefined && <FlagVersions explanation={explanation} served={served} />}
      <FlagToday name={flag.name} served={served?.flag} today={today} />
    </div>
  )
}
