import { Button } from '@mantine/core'
import { useState } from 'react'
import { FAULT_ROUTES, type Fault, type FaultKind, type FaultRoute } from '../../../src/faults/fault.ts'
import { refusalOf } from '../feed/command.ts'
import { Pane } from '../shell/Pane.tsx'
import { choiceOf, FAULT_CHOICES, faultText, ROUTE_NAMES } from './faultChoices.ts'
import { clearFaults, setFault, setFaults } from './faultCommands.ts'
import scrolling from '../shell/scrolling.module.css'
import classes from './FaultsView.module.css'
import { OwnFault } from './OwnFault.tsx'

interface FaultsViewProps {
  readonly faults: readonly Fault[]
  readonly isLive: boolean
}

/** Breaks things on purpose: each group of routes by itself, with a click. */
export function FaultsView({ faults, isLive }: FaultsViewProps) {
  const [problem, setProblem] = useState<string>()
  const faultOf = (route: FaultRoute) => faults.find((fault) => fault.route === route)
  const away: FaultKind = { type: 'reset' }

  async function breakIt(route: FaultRoute, kind: FaultKind | undefined, times?: number): Promise<void> {
    setProblem(refusalOf(await setFault(route, kind, times)))
  }

  const tools = (
    <>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!isLive}
        onClick={() => void setFaults(FAULT_ROUTES.map((route) => ({ route, kind: away })))}
      >
        Everything away
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!isLive || faults.length === 0}
        onClick={() => void clearFaults()}
      >
        Everything in order
      </Button>
    </>
  )
  return (
    <Pane title="Faults" count={faults.length} tools={tools}>
      <div
        className={`${scrolling.scrolling} ${classes.scroller}`}
        tabIndex={0}
        role="group"
        aria-label="What is broken, and how"
      >
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">Route</th>
              <th scope="col">works</th>
              {FAULT_CHOICES.map(({ name, short }) => (
                <th scope="col" title={name} key={name}>
                  {short}
                </th>
              ))}
              <th scope="col">as set</th>
            </tr>
          </thead>
          <tbody>
            {FAULT_ROUTES.map((route) => (
              <FaultRow
                route={route}
                fault={faultOf(route)}
                isLive={isLive}
                onBreak={(kind) => void breakIt(route, kind)}
                key={route}
              />
            ))}
          </tbody>
        </table>
      </div>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <OwnFault isLive={isLive} onBreak={(route, kind, times) => void breakIt(route, kind, times)} />
      <p className={classes.hint}>
        A single request brings its own fault along: <code>x-telltale-fault: status=503</code>
      </p>
    </Pane>
  )
}

interface FaultRowProps {
  readonly route: FaultRoute
  readonly fault: Fault | undefined
  readonly isLive: boolean
  readonly onBreak: (kind: FaultKind | undefined) => void
}

function FaultRow({ route, fault, isLive, onBreak }: FaultRowProps) {
  const choice = choiceOf(fault)
  const isOwn = fault !== undefined && choice === undefined
  return (
    <tr data-broken={fault !== undefined}>
      <th scope="row">{ROUTE_NAMES[route]}</th>
      <td>
        <Mark
          name={`${ROUTE_NAMES[route]} works`}
          isOn={fault === undefined}
          isLive={isLive}
          onPress={() => onBreak(undefined)}
        />
      </td>
      {FAULT_CHOICES.map((one) => (
        <td key={one.name}>
          <Mark
            name={`${ROUTE_NAMES[route]} ${one.name}`}
            isOn={one === choice}
            isLive={isLive}
            onPress={() => onBreak(one === choice ? undefined : one.kind)}
          />
        </td>
      ))}
      <td className={classes.own}>{isOwn ? faultText(fault).replace(`${ROUTE_NAMES[route]} `, '') : ''}</td>
    </tr>
  )
}

interface MarkProps {
  readonly name: string
  readonly isOn: boolean
  readonly isLive: boolean
  readonly onPress: () => void
}

function Mark({ name, isOn, isLive, onPress }: MarkProps) {
  return (
    <button
      className={classes.mark}
      aria-pressed={isOn}
      aria-label={name}
      title={name}
      disabled={!isLive}
      onClick={onPress}
    >
      <span className={classes.dot} />
    </button>
  )
}
