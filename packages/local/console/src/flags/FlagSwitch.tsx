import { Switch, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { command, refusalOf } from '../feed/command.ts'
import classes from './FlagSwitch.module.css'

interface FlagSwitchProps {
  readonly flag: ServerFlag
  readonly environment: string
  readonly isLive: boolean
}

/** Switches a flag on or off immediately, in the file and for every page. */
export function FlagSwitch({ flag, environment, isLive }: FlagSwitchProps) {
  // The requested state, until the file has it.
  const [wanted, setWanted] = useState<boolean>()
  const [problem, setProblem] = useState<string>()
  if (wanted === flag.on) setWanted(undefined)
  const isOn = wanted ?? flag.on

  async function turn(on: boolean): Promise<void> {
    setWanted(on)
    const refusal = refusalOf(await command(`/console/flags/${encodeURIComponent(flag.key)}`, { environment, on }))
    setProblem(refusal)
    if (refusal !== undefined) setWanted(undefined)
  }

  return (
    <>
      <Tooltip label={`${isOn ? 'On' : 'Off'}, version ${flag.version}`}>
        <Switch
          className={classes.switch}
          size="sm"
          checked={isOn}
          disabled={!isLive}
          onChange={(change) => void turn(change.currentTarget.checked)}
          aria-label={`${flag.key} is ${isOn ? 'on' : 'off'}`}
        />
      </Tooltip>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
