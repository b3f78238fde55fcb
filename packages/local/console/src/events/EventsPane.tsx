import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import type { FeedState } from '../feed/feedState.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { eventLine, matches } from './eventLine.ts'
import classes from './EventsPane.module.css'
import { EventItem } from './EventItem.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { HowToSend } from './HowToSend.tsx'

/** What happens, as it happens, the newest first. */
export function EventsPane({ feed }: { readonly feed: FeedState }) {
  const [typed, setTyped] = useState('')
  const [held, setHeld] = useState<FeedState['events']>()
  const field = useRef<HTMLInputElement>(null)
  const users = feed.state?.users

  function pauseOrGoOn(): void {
    setHeld(held === undefined ? feed.events : undefined)
  }

  useHotkeys([
    ['/', () => field.current?.focus()],
    ['p', pauseOrGoOn],
  ])

  const events = held ?? feed.events
  const lines = useMemo(
    () =>
      events
        .map((stored) => ({ stored, line: eventLine(stored, users ?? []) }))
        .filter(({ line }) => matches(line, typed)),
    [events, users, typed],
  )
  const behind = held === undefined ? 0 : countBefore(feed.events, held[0])

  const tools = (
    <>
      <TextInput
        ref={field}
        size="xs"
        className={classes.filter}
        value={typed}
        onChange={(change) => setTyped(change.currentTarget.value)}
        onKeyDown={(press) => {
          if (press.key === 'Escape') setTyped('')
        }}
        placeholder="Name, person, flag=value"
        aria-label="Filter events"
        leftSection={<IconSearch size={14} />}
        rightSection={<kbd className={classes.key}>/</kbd>}
      />
      <Tooltip label={held === undefined ? 'Pause (p)' : 'Go on (p)'}>
        <ActionIcon
          variant={held === undefined ? 'subtle' : 'filled'}
          color={held === undefined ? 'gray' : 'starboard'}
          onClick={pauseOrGoOn}
          aria-label={held === undefined ? 'Pause' : 'Go on'}
        >
          {held === undefined ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
        </ActionIcon>
      </Tooltip>
      <ExportMenu />
    </>
  )

  return (
    <Pane title="Events" count={feed.events.length > 0 ? feed.events.length : undefined} tools={tools}>
      {behind > 0 && (
        <button className={classes.behind} onClick={pauseOrGoOn}>
          {behind} more since you paused. Show them
        </button>
      )}
      {lines.length > 0 && (
        <ol className={classes.list}>
          {lines.map(({ stored, line }) => (
            <EventItem stored={stored} line={line} isFresh={feed.fresh.has(line.id)} key={line.id} />
          ))}
        </ol>
      )}
      {lines.length === 0 && events.length > 0 && (
        <Empty title="No event has that">
          The filter looks at names, people and flags of the {events.length} newest.
        </Empty>
      )}
      {events.length === 0 && feed.state !== undefined && <HowToSend />}
    </Pane>
  )
}

function countBefore(events: FeedState['events'], first: FeedState['events'][number] | undefined): number {
  const place = events.findIndex(({ event }) => event.id === first?.event.id)
  return place < 0 ? events.length : place
}
