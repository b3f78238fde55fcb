import { NativeSelect } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { EFFECTS, EffectIcon } from './EffectIcon.tsx'
import { choiceOf, effectOf, FAULT_CHOICES, faultEffectText, ROUTE_NAMES } from './faultChoices.ts'
import { expectationOf } from './faultExpectations.ts'
import classes from './FaultRow.module.css'

interface FaultRowProps {
  readonly route: FaultRoute
  readonly fault: Fault | undefined
  readonly isLive: boolean
  readonly onBreak: (kind: FaultKind | undefined) => void
}

const WORKS = 'works'
const OWN = 'own'

const GROUPS = EFFECTS.flatMap(({ effect, name }) =>
  effect === 'works'
    ? { group: name, items: [{ value: WORKS, label: 'no fault' }] }
    : {
        group: name,
        items: FAULT_CHOICES.filter((choice) => choice.effect === effect).map((choice) => ({
          value: choice.name,
          label: choice.name,
        })),
      },
)

/** A service and its fault. */
export function FaultRow({ route, fault, isLive, onBreak }: FaultRowProps) {
  const effect = fault === undefined ? 'works' : effectOf(fault)
  const own = fault !== undefined && choiceOf(fault) === undefined ? faultEffectText(fault) : undefined
  const value = fault === undefined ? WORKS : (choiceOf(fault)?.name ?? OWN)
  return (
    <div className={classes.row} data-effect={effect} data-route={route}>
      <EffectIcon effect={effect} />
      <h3 className={classes.route}>{ROUTE_NAMES[route]}</h3>
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        aria-label={ROUTE_NAMES[route]}
        value={value}
        data={own === undefined ? GROUPS : [{ value: OWN, label: own }, ...GROUPS]}
        onChange={({ currentTarget: { value: chosen } }) => {
          const choice = FAULT_CHOICES.find(({ name }) => name === chosen)
          if (choice !== undefined || chosen === WORKS) onBreak(choice?.kind)
        }}
        onKeyDown={openList}
        disabled={!isLive}
      />
      <p className={classes.says}>{expectationOf(route, fault)}</p>
    </div>
  )
}

/** The arrow keys open the list. They would otherwise choose the next fault at once, and requests would meet each on the way. */
function openList(press: KeyboardEvent<HTMLSelectElement>): void {
  // A browser without it, such as Safari 17, opens the list itself.
  if (!('showPicker' in HTMLSelectElement.prototype)) return
  if (press.key !== 'ArrowDown' && press.key !== 'ArrowUp') return
  press.preventDefault()
  press.currentTarget.showPicker()
}
