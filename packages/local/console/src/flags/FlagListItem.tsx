import { useContext } from 'react'
import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { OverridesContext, overrideText } from '../feed/knownOverrides.ts'
import classes from './FlagListItem.module.css'
import { FlagSwitch } from './FlagSwitch.tsx'
import { UnsavedMark } from '../shell/UnsavedMark.tsx'
import { VariationChip } from './VariationChip.tsx'
import { VariationCounts } from './VariationCounts.tsx'

interface FlagListItemProps {
  readonly flag: ServerFlag
  /** The client-side id of the flag's environment. */
  readonly environment: string
  /** How often each variation was evaluated. */
  readonly counts: Readonly<Record<string, number>>
  readonly isLive: boolean
  readonly isOpen: boolean
  /** Whether it has unsaved changes. */
  readonly isEdited: boolean
  /** The value of the selected person. */
  readonly evaluated: ConsoleEvaluation | undefined
  readonly onOpen: () => void
}

/** A flag in the list: its switch, a summary, and how often each variation was evaluated. */
export function FlagListItem(props: FlagListItemProps) {
  const { flag, environment, counts, isLive, isOpen, isEdited, evaluated, onOpen } = props
  const overrides = useContext(OverridesContext)
  const override = Object.hasOwn(overrides, flag.key) ? overrideText(overrides[flag.key]) : undefined
  return (
    <article className={classes.flag} data-open={isOpen} aria-label={flag.key}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          <button className={classes.key} onClick={onOpen} aria-current={isOpen ? 'true' : undefined} data-item>
            {flag.key}
          </button>
        </h3>
        {isEdited && <UnsavedMark />}
        {evaluated && (
          <VariationChip
            index={evaluated.variation ?? -1}
            value={evaluated.variation === undefined ? 'fallback' : evaluated.value}
            name={flag.variationNames?.[evaluated.variation ?? -1]}
          />
        )}
        <FlagSwitch flag={flag} environment={environment} isLive={isLive} />
      </div>
      <p className={classes.made}>{madeOf(flag)}</p>
      {override !== undefined && <p className={classes.override}>{override} on an open page</p>}
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
    flag.clientSideAvailability.usingEnvironmentId === true ? undefined : 'server-side only',
  ]
  return parts.filter(Boolean).join(' · ') || 'same for everyone'
}

function count(number: number, name: string): string | undefined {
  return number === 0 ? undefined : `${number} ${name}${number === 1 ? '' : 's'}`
}
