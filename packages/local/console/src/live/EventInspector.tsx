import { ActionIcon, SegmentedControl, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { BrowserIcon, PersonIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { knownDeliveries, originOf } from '../deliveries/knownDeliveries.ts'
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
/** As in the styles of the view. */
const OVER_LIST = '(max-width: 1000px)'
type Shown = (typeof SHOWN)[number]

/** The details of one event. */
export function EventInspector({ row, line, feed, onClose, onFollow }: EventInspectorProps) {
  const [shown, setShown] = useState<Shown>('Everything')
  const { who, tab } = line
  const { tabs } = feed.connections
  const opened = tabs.find((one) => one.tab === tab)
  const problems = opened?.isQuiet ? [] : (opened?.problems ?? [])
  const { app, page = '' } = row.life ?? {}
  // Another tab of the same application may deliver it.
  const deliveries = knownDeliveries(tabs).filter((one) => one.app === app && one.origin === originOf(page))
  // It then lies over the list, and closing it is going back.
  const isOver = useMediaQuery(OVER_LIST, window.matchMedia(OVER_LIST).matches, { getInitialValueInEffect: false })
  const back = isOver ? { name: 'Close the event', go: onClose } : undefined
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
            <PersonIcon size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      {tab !== undefined && (
        <Tooltip label="Follow this tab">
          <ActionIcon variant="subtle" color="gray" onClick={() => onFollow({ tab })} aria-label="Follow this tab">
            <BrowserIcon size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      {back === undefined && (
        <Tooltip label="Close (Esc)">
          <ActionIcon variant="subtle" color="gray" onClick={onClose} aria-label="Close the event">
            <XIcon size={15} />
          </ActionIcon>
        </Tooltip>
      )}
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
    <Pane title={line.name} back={back} tools={tools} fixed={choice}>
      {shown === 'Everything' && (
        <>
          <EventLifeTable
            line={line}
            hasLife={row.life !== undefined}
            pageState={
              tab === undefined ? undefined : opened === undefined ? 'gone' : opened.isQuiet ? 'quiet' : undefined
            }
            problems={problems}
            deliveries={deliveries}
          />
          <EventDetails key={row.id} row={row} line={line} state={feed.state} />
          <EventCopies row={row} records={feed.records} />
        </>
      )}
      {shown === 'JSON' && <EventJson row={row} />}
      {shown === 'As a test' && <EventAsTest row={row} line={line} state={feed.state} />}
    </Pane>
  )
}
