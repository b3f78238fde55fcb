import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import classes from './FlagListItem.module.css'
import { FlagSwitch } from './FlagSwitch.tsx'
import { VariationChip } from './VariationChip.tsx'
import { VariationCounts } from './VariationCounts.tsx'

interface FlagListItemProps {
  readonly flag: ServerFlag
  /** The client-side id of the environment whose flag it is. */
  readonly environment: string
  /** How often each variation was shown. */
  readonly counts: Readonly<Record<string, number>>
  readonly isLive: boolean
  readonly isOpen: boolean
  /** What the person gets who is looked at. */
  readonly evaluated: ConsoleEvaluation | undefined
  readonly onOpen: () => void
}

/** A flag among others: its switch, what it is made of, and how often each of its variations was shown. */
export function FlagListItem({ flag, environment, counts, isLive, isOpen, evaluated, onOpen }: FlagListItemProps) {
  return (
    <article className={classes.flag} data-open={isOpen} aria-label={flag.key}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          <button className={classes.key} onClick={onOpen} aria-current={isOpen ? 'true' : undefined}>
            {flag.key}
          </button>
        </h3>
        {evaluated && (
          <VariationChip
            index={evaluated.variation ?? -1}
            value={evaluated.variation === undefined ? 'fallback' : evaluated.value}
          />
        )}
        <FlagSwitch flag={flag} environment={environment} isLive={isLive} />
      </div>
      <p className={classes.made}>{madeOf(flag)}</p>
      <VariationCounts counts={counts} variations={flag.variations} />
    </article>
  )
}

function madeOf(flag: ServerFlag): string {
  const targets = [...flag.targets, ...flag.contextTargets].filter(({ values }) => values.length > 0).length
  const parts = [
    count(flag.prerequisites.length, 'prerequisite'),
    count(targets, 'target'),
    count(flag.rules.length, 'rule'),
    flag.fallthrough.rollout ? 'rollout' : undefined,
    flag.clientSideAvailability.usingEnvironmentId === true ? undefined : 'not for browsers',
  ]
  return parts.filter(Boolean).join(' · ') || 'the same for everybody'
}

function count(number: number, name: string): string | undefined {
  return number === 0 ? undefined : `${number} ${name}${number === 1 ? '' : 's'}`
}
