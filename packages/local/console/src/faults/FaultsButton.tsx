import { Button, NativeSelect, Popover } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { FAULT_ROUTES, type Fault, type FaultRoute } from '../../../src/faults/fault.ts'
import { FAULT_CHOICES, ROUTE_NAMES } from './faultChoices.ts'
import classes from './FaultsButton.module.css'
import { setFault } from './setFault.ts'

interface FaultsButtonProps {
  readonly faults: readonly Fault[]
  readonly isLive: boolean
}

const IN_ORDER = 'works'
const AS_A_TEST_SET_IT = 'as it was set'

/** Breaks things on purpose, each group of routes by itself. */
export function FaultsButton({ faults, isLive }: FaultsButtonProps) {
  return (
    <Popover position="bottom-end" shadow="md" width={330}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.button}
          data-broken={faults.length > 0}
          leftSection={<IconBolt size={14} />}
          disabled={!isLive}
        >
          Faults
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Faults">
        {FAULT_ROUTES.map((route) => (
          <label className={classes.row} key={route}>
            <span>{ROUTE_NAMES[route]}</span>
            <NativeSelect
              size="xs"
              value={valueOf(faults, route)}
              onChange={(change) => void setFault(route, kindOf(change.currentTarget.value))}
              data={choicesOf(faults, route)}
            />
          </label>
        ))}
        <p className={classes.hint}>
          A single request brings its own fault along: <code>x-telltale-fault: status=503</code>
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}

function valueOf(faults: readonly Fault[], route: FaultRoute): string {
  const fault = faults.find((one) => one.route === route)
  if (fault === undefined) return IN_ORDER
  const wanted = JSON.stringify(fault.kind)
  return FAULT_CHOICES.find(({ kind }) => JSON.stringify(kind) === wanted)?.name ?? AS_A_TEST_SET_IT
}

function choicesOf(faults: readonly Fault[], route: FaultRoute): string[] {
  const names = [IN_ORDER, ...FAULT_CHOICES.map(({ name }) => name)]
  return valueOf(faults, route) === AS_A_TEST_SET_IT ? [...names, AS_A_TEST_SET_IT] : names
}

function kindOf(name: string) {
  return FAULT_CHOICES.find((choice) => choice.name === name)?.kind
}
