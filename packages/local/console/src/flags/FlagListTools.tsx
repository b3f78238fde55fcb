import { SegmentedControl } from '@mantine/core'
import type { ConsoleEnvironment, ConsoleState } from '../../../src/console/consoleMessage.ts'
import classes from './FlagListTools.module.css'
import { NewFlag } from './NewFlag.tsx'
import { FindField } from '../shell/FindField.tsx'

interface FlagListToolsProps {
  readonly state: ConsoleState
  readonly environment: ConsoleEnvironment | undefined
  readonly isLive: boolean
  readonly typed: string
  readonly onType: (typed: string) => void
  /** How many flags match. */
  readonly result: string
  readonly showList: () => void
  readonly onChoose: (environment: string) => void
  readonly onMade: (key: string) => void
}

/** Searches flags, selects their environment and creates new ones. */
export function FlagListTools(props: FlagListToolsProps) {
  const { state, environment, isLive, typed, onType, result, showList, onChoose, onMade } = props
  return (
    <>
      <FindField label="Find a flag" typed={typed} onType={onType} result={result} showList={showList} />
      {environment !== undefined && <NewFlag environment={environment} isLive={isLive} onMade={onMade} />}
      {environment !== undefined && state.environments.length > 1 && (
        <SegmentedControl
          size="xs"
          fullWidth
          className={classes.environments}
          aria-label="Environment"
          data={state.environments.map(({ id, levels }) => ({ value: id, label: levels.join(', ') || id }))}
          value={environment.id}
          onChange={onChoose}
        />
      )}
    </>
  )
}
