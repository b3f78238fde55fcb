import { SegmentedControl, TextInput } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'
import { useRef } from 'react'
import type { ConsoleEnvironment, ConsoleState } from '../../../src/console/consoleMessage.ts'
import classes from './FlagListTools.module.css'
import { NewFlag } from './NewFlag.tsx'
import { useKeys } from '../shell/useKeys.ts'

interface FlagListToolsProps {
  readonly state: ConsoleState
  readonly environment: ConsoleEnvironment | undefined
  readonly isLive: boolean
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly onChoose: (environment: string) => void
  readonly onMade: (key: string) => void
}

/** Searches flags, selects their environment and creates new ones. */
export function FlagListTools({ state, environment, isLive, typed, onType, onChoose, onMade }: FlagListToolsProps) {
  const field = useRef<HTMLInputElement>(null)
  useKeys([['/', () => field.current?.focus()]])
  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        className={classes.search}
        value={typed}
        onChange={(change) => onType(change.currentTarget.value)}
        onKeyDown={(press) => {
          if (press.key !== 'Escape') return
          if (typed === '') press.currentTarget.blur()
          else onType('')
        }}
        placeholder="Find"
        aria-label="Find a flag"
        leftSection={<SearchIcon size={14} />}
        rightSection={<kbd>/</kbd>}
      />
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
