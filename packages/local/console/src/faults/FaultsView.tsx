import { Button } from '@mantine/core'
import { useState } from 'react'
import { FAULT_ROUTES, type Fault, type FaultKind, type FaultRoute } from '../../../src/faults/fault.ts'
import { refusalOf } from '../feed/command.ts'
import { Pane } from '../shell/Pane.tsx'
import { clearFaults, setFault, setFaults } from './faultCommands.ts'
import { FaultRow } from './FaultRow.tsx'
import classes from './FaultsView.module.css'
import { OwnFault } from './OwnFault.tsx'

interface FaultsViewProps {
  readonly faults: readonly Fault[]
  readonly isLive: boolean
}

/** Sets faults for each group of routes. */
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
        Take everything offline
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!isLive || faults.length === 0}
        onClick={() => void clearFaults()}
      >
        Clear all faults
      </Button>
    </>
  )
  return (
    <Pane title="Faults" count={faults.length} tools={tools}>
      <div>
        {FAULT_ROUTES.map((route) => (
          <FaultRow
            route={route}
            fault={faultOf(route)}
            isLive={isLive}
            onBreak={(kind) => void breakIt(route, kind)}
            key={route}
          />
        ))}
      </div>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <OwnFault isLive={isLive} onBreak={(route, kind, times) => void breakIt(route, kind, times)} />
      <p className={classes.hint}>
        To make a single request fail, send it with the header <code>x-telltale-fault: status=503</code>.
      </p>
    </Pane>
  )
}
