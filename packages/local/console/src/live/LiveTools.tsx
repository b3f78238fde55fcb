import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core'
import { PauseIcon, PlayIcon } from '@primer/octicons-react'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { SHOW_CHOICES, SHOW_NAMES, type EventFilter, type ShowChoice } from './eventFilter.ts'
import type { EventLine } from './eventLine.ts'
import { ExportMenu, type SeenEvents } from './ExportMenu.tsx'
import { FilterField } from './FilterField.tsx'
import type { Column } from './liveColumns.ts'
import classes from './LiveTools.module.css'

interface LiveToolsProps {
  readonly filter: EventFilter
  readonly onFilter: (filter: EventFilter) => void
  readonly onLeaveFilter: () => void
  /** Closes the open event, which hides the list on a narrow screen. */
  readonly showList: () => void
  /** All events, whether the filter shows them or not. */
  readonly lines: readonly EventLine[]
  readonly columns: readonly Column[]
  readonly onColumns: (columns: readonly Column[]) => void
  /** What the filter shows. Absent without a filter. */
  readonly seen: SeenEvents | undefined
  readonly isPaused: boolean
  readonly onPause: () => void
}

/** The filter, the columns and the pause button of the list. */
export function LiveTools(props: LiveToolsProps) {
  const { filter, onFilter, onLeaveFilter, showList, lines, columns, onColumns, seen, isPaused, onPause } = props
  const pause = isPaused ? 'Resume (p)' : 'Pause (p)'
  return (
    <>
      <FilterField
        typed={filter.typed}
        onType={(typed) => onFilter({ ...filter, typed })}
        onLeave={onLeaveFilter}
        lines={lines}
        showList={showList}
      />
      <NativeSelect
        size="xs"
        className={classes.show}
        aria-label="Show"
        value={filter.show}
        onChange={(change) => onFilter({ ...filter, show: showOf(change.currentTarget.value) })}
        data={SHOW_CHOICES.map((value) => ({ value, label: SHOW_NAMES[value] }))}
      />
      <Tooltip label={pause}>
        <ActionIcon
          variant={isPaused ? 'filled' : 'subtle'}
          color={isPaused ? 'starboard' : 'gray'}
          onClick={onPause}
          aria-label={isPaused ? 'Resume' : 'Pause'}
        >
          {isPaused ? <PlayIcon size={15} /> : <PauseIcon size={15} />}
        </ActionIcon>
      </Tooltip>
      <ColumnsMenu columns={columns} onChoose={onColumns} />
      <ExportMenu seen={seen} />
    </>
  )
}

function showOf(value: string): ShowChoice {
  return SHOW_CHOICES.find((choice) => choice === value) ?? 'all'
}
