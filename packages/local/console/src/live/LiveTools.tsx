import { ActionIcon, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { SHOW_CHOICES, type EventFilter, type ShowChoice } from './eventFilter.ts'
import { ExportMenu } from './ExportMenu.tsx'
import classes from './LiveTools.module.css'
import { useKeys } from '../shell/useKeys.ts'

interface LiveToolsProps {
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
  readonly isPaused: boolean
  readonly onPause: () => void
}

const SHOWN: Readonly<Record<ShowChoice, string>> = {
  all: 'All',
  'under way': 'Under way',
  acknowledged: 'Acknowledged',
  dropped: 'Dropped',
  late: 'Late',
  again: 'Came again',
  impersonated: 'Impersonated',
}

/** What the list shows, and whether it goes on. */
export function LiveTools({ filter, onFilter, isPaused, onPause }: LiveToolsProps) {
  const field = useRef<HTMLInputElement>(null)
  useKeys([['/', () => field.current?.focus()]])
  const pause = isPaused ? 'Go on (p)' : 'Pause (p)'
  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        className={classes.search}
        value={filter.typed}
        onChange={(change) => onFilter({ ...filter, typed: change.currentTarget.value })}
        onKeyDown={(press) => {
          if (press.key !== 'Escape') return
          onFilter({ ...filter, typed: '' })
          press.currentTarget.blur()
        }}
        placeholder="Any words, user:dana, flag:x=true"
        aria-label="Filter events"
        leftSection={<IconSearch size={14} />}
        rightSection={<kbd>/</kbd>}
      />
      <NativeSelect
        size="xs"
        className={classes.show}
        aria-label="Show"
        value={filter.show}
        onChange={(change) => onFilter({ ...filter, show: showOf(change.currentTarget.value) })}
        data={SHOW_CHOICES.map((value) => ({ value, label: SHOWN[value] }))}
      />
      <Tooltip label={pause}>
        <ActionIcon
          variant={isPaused ? 'filled' : 'subtle'}
          color={isPaused ? 'starboard' : 'gray'}
          onClick={onPause}
          aria-label={isPaused ? 'Go on' : 'Pause'}
        >
          {isPaused ? <IconPlayerPlay size={15} /> : <IconPlayerPause size={15} />}
        </ActionIcon>
      </Tooltip>
      <ExportMenu />
    </>
  )
}

function showOf(value: string): ShowChoice {
  return SHOW_CHOICES.find((choice) => choice === value) ?? 'all'
}
