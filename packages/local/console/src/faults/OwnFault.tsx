import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { FAULT_ROUTES, type FaultKind, type FaultRoute } from '../../../src/faults/fault.ts'
import { ROUTE_NAMES } from './faultChoices.ts'
import classes from './OwnFault.module.css'
import { OWN_KINDS, faultOfFigure, type OwnKind } from './faultOfFigure.ts'

interface OwnFaultProps {
  readonly isLive: boolean
  readonly onBreak: (route: FaultRoute, kind: FaultKind, times?: number) => void
}

/** A fault with custom numbers, optionally for a limited number of requests. */
export function OwnFault({ isLive, onBreak }: OwnFaultProps) {
  const [route, setRoute] = useState<FaultRoute>('collect')
  const [kind, setKind] = useState<OwnKind>('latency')
  const [typed, setTyped] = useState<number | string>(OWN_KINDS.latency.first)
  const [times, setTimes] = useState<number>()
  const { unit, least, most } = OWN_KINDS[kind]
  // The field is empty while what is typed is no number.
  const figure = typed === '' ? Number.NaN : Number(typed)
  const isFigure = Number.isFinite(figure)

  function choose(next: OwnKind): void {
    setKind(next)
    setTyped(OWN_KINDS[next].first)
  }

  return (
    <section className={classes.own} aria-label="Custom fault">
      <h3 className={classes.title}>Custom</h3>
      <NativeSelect
        size="xs"
        aria-label="Route"
        value={route}
        onChange={({ currentTarget: { value } }) => setRoute(FAULT_ROUTES.find((one) => one === value) ?? 'collect')}
        data={FAULT_ROUTES.map((value) => ({ value, label: ROUTE_NAMES[value] }))}
      />
      <NativeSelect
        size="xs"
        aria-label="Fault"
        value={kind}
        onChange={(change) => choose(change.currentTarget.value as OwnKind)}
        data={Object.entries(OWN_KINDS).map(([value, { name }]) => ({ value, label: name }))}
      />
      <NumberInput
        size="xs"
        className={classes.figure}
        aria-label={`Value${unit === '' ? '' : `, in ${unit}`}`}
        hideControls
        value={typed}
        onChange={setTyped}
        error={!isFigure && `A number from ${least} to ${most.toLocaleString('en')}`}
        min={least}
        max={most}
        suffix={unit === '' ? '' : ` ${unit}`}
      />
      <NumberInput
        size="xs"
        className={classes.figure}
        aria-label="Number of requests"
        hideControls
        placeholder="every request"
        value={times ?? ''}
        onChange={(value) => setTimes(typeof value === 'number' && value > 0 ? value : undefined)}
        min={1}
        suffix=" requests"
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={!isLive || !isFigure}
        onClick={() => onBreak(route, faultOfFigure(kind, figure), times)}
      >
        Apply fault
      </Button>
    </section>
  )
}
