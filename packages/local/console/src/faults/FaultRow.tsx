import { Chip } from '@mantine/core'
import { useId, type KeyboardEvent } from 'react'
import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { EffectIcon } from './EffectIcon.tsx'
import { choiceOf, effectOf, FAULT_CHOICES, faultEffectText, ROUTE_NAMES } from './faultChoices.ts'
import classes from './FaultRow.module.css'

interface FaultRowProps {
  readonly route: FaultRoute
  readonly fault: Fault | undefined
  readonly isLive: boolean
  /** The id of the text that explains the keys. */
  readonly describedBy: string
  readonly onBreak: (kind: FaultKind | undefined) => void
}

/**
 * A group of routes and its fault. A radio group, so that it is a single tab stop. The arrow keys move the focus only:
 * requests would otherwise meet each fault on the way. Space or Enter chooses.
 */
export function FaultRow({ route, fault, isLive, describedBy, onBreak }: FaultRowProps) {
  const id = useId()
  const choice = choiceOf(fault)
  const options = [
    { name: 'works', short: 'Working', effect: 'works' as const, kind: undefined, isOn: fault === undefined },
    ...FAULT_CHOICES.map((one) => ({ ...one, isOn: one === choice })),
  ]
  return (
    <div
      className={classes.row}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={describedBy}
      data-effect={fault && effectOf(fault)}
    >
      <h3 className={classes.route} id={id}>
        {ROUTE_NAMES[route]}
      </h3>
      <div className={classes.choices} onKeyDown={onKeyDown}>
        {options.map(({ name, short, effect, kind, isOn }) => (
          <Chip
            type="radio"
            name={id}
            value={name}
            checked={isOn}
            disabled={!isLive}
            onChange={() => onBreak(kind)}
            aria-label={name}
            title={`${ROUTE_NAMES[route]} ${name}`}
            icon={null}
            variant="plain"
            classNames={{ label: classes.choice ?? '' }}
            wrapperProps={{ 'data-effect': effect }}
            key={name}
          >
            <EffectIcon effect={effect} /> {short}
          </Chip>
        ))}
        {fault !== undefined && choice === undefined && (
          <span className={classes.custom} data-effect={effectOf(fault)}>
            <EffectIcon effect={effectOf(fault)} /> {faultEffectText(fault)}
          </span>
        )}
      </div>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

function onKeyDown(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLInputElement)) return
  if (key === 'Enter') return target.click()
  const radios = [...currentTarget.querySelectorAll('input')]
  const step = STEPS[key]
  const ends: Readonly<Record<string, number>> = { Home: 0, End: -1 }
  const next = step === undefined ? ends[key] : (radios.indexOf(target) + step) % radios.length
  if (next === undefined) return
  event.preventDefault()
  radios.at(next)?.focus()
}
