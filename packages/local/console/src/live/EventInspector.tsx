import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { IconBrowser, IconUserSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { EventRow } from '../feed/eventRows.ts'
import type { FeedState } from '../feed/feedState.ts'
import { Pane } from '../shell/Pane.tsx'
import { EventAsTest } from './EventAsTest.tsx'
import { EventCopies } from './EventCopies.tsx'
import { EventDetails } from './EventDetails.tsx'
import type { EventFilter } from './eventFilter.ts'
import classes from './EventInspector.module.css'
import { EventJson } from './EventJson.tsx'
import { EventLifeTable } from './EventLifeTable.tsx'
import type { EventLine } from './eventLine.ts'

interface EventInspectorProps {
  readonly row: EventRow
  readonly line: EventLine
  readonly feed: FeedState
  readonly onClose: () => void
  readonly onFollow: (followed: Partial<EventFilter>) => void
}

const SHOWN = ['Everything', 'JSON', 'As a test'] as const
type Shown = (typeof SHOWN)[number]

/** All that is known of one event. */
export function EventInspector({ row, line, feed, onClose, onFollow }: EventInspectorProps) {
  const [shown, setShown] = useState<Shown>('Everything')
  const { who, tab } = line
  const tools = (
    <>
      {who.id !== undefined && (
        <Tooltip label={`Follow ${who.name}`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={() => onFollow({ user: who.id })}
            aria-label={`Follow ${who.name}`}
          >
            <IconUserSearch size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      {tab !== undefined && (
        <Tooltip label="Follow this tab">
          <ActionIcon variant="subtle" color="gray" onClick={() => onFollow({ tab })} aria-label="Follow this tab">
            <IconBrowser size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Close (Esc)">
        <ActionIcon variant="subtle" color="gray" onClick={onClose} aria-label="Close the event">
          <IconX size={15} />
        </ActionIcon>
      </Tooltip>
    </>
  )
  const choice = (
    <div className={classes.choice}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Show the event as"
        data={[...SHOWN]}
        value={shown}
        onChange={(next) => setShown(next)}
      />
    </div>
  )
  return (
    <Pane title={line.name} tools={tools} fixed={choice}>
      {shown === 'Everything' && (
        <>
          <EventLifeTable line={line} hasLife={row.life !== undefined} />
          <EventDetails row={row} line={line} />
          <EventCopies row={row} records={feed.records} />
        </>
      )}
      {shown === 'JSON' && <EventJson row={row} />}
      {shown === 'As a test' && <EventAsTest row={row} line={line} state={feed.state} />}
    </Pane>
  )
}
