import { IconBolt } from '@tabler/icons-react'
import { SegmentedControl } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import classes from './Console.module.css'
import { EventsPane } from './events/EventsPane.tsx'
import { faultText } from './faults/faultChoices.ts'
import { clearFaults } from './faults/setFault.ts'
import { useFeed } from './feed/useFeed.ts'
import { FlagsPane } from './flags/FlagsPane.tsx'
import { PeoplePane } from './people/PeoplePane.tsx'
import { Notice } from './shell/Notice.tsx'
import { TopBar } from './shell/TopBar.tsx'

type Pane = 'events' | 'flags' | 'people'

const PANES: { value: Pane; label: string }[] = [
  { value: 'events', label: 'Events' },
  { value: 'flags', label: 'Flags' },
  { value: 'people', label: 'People' },
]

/** The whole page: who there is, what is switched on, and what happens. */
export function Console() {
  const feed = useFeed()
  const isNarrow = useMediaQuery('(max-width: 820px)', window.innerWidth <= 820, { getInitialValueInEffect: false })
  const [pane, setPane] = useState<Pane>('events')
  const [shown, setShown] = useState<string>()
  const { state, connection } = feed
  const user = state?.users.find(({ token }) => token === shown)
  useDocumentTitle(connection === 'lost' ? 'Telltale console: not connected' : 'Telltale console')

  function show(token: string | undefined): void {
    setShown(token)
    // Where one part is seen at a time, it is the flags that one wants to see then.
    if (token !== undefined) setPane('flags')
  }

  const isLive = connection === 'live'
  const panes = {
    events: <EventsPane feed={feed} key="events" />,
    flags: <FlagsPane state={state} isLive={isLive} user={user} onLeaveUser={() => setShown(undefined)} key="flags" />,
    people: <PeoplePane state={state} shown={shown} onShow={show} key="people" />,
  }
  return (
    <div className={classes.page} data-connection={connection}>
      <TopBar feed={feed} />
      <div className={classes.notices} aria-live="polite">
        {connection === 'lost' && (
          <Notice tone="red" title="The services do not answer.">
            This is how things were. The console goes on by itself when they are back.
          </Notice>
        )}
        {[state?.flagsFile, state?.usersFile].map(
          (file) =>
            file !== undefined &&
            file.problems.length > 0 && (
              <Notice
                tone="amber"
                title={`${fileName(file.path)} is broken; what was read before is in force.`}
                key={file.path}
              >
                {file.problems.join(' ')}
              </Notice>
            ),
        )}
        {state !== undefined && state.faults.length > 0 && (
          <Notice
            tone="red"
            title="Broken on purpose:"
            icon={IconBolt}
            action={{ name: 'Put all in order', do: () => void clearFaults() }}
          >
            {state.faults.map(faultText).join(' · ')}
          </Notice>
        )}
      </div>
      {isNarrow ? (
        <main className={classes.one}>
          <SegmentedControl fullWidth data={PANES} value={pane} onChange={(next) => setPane(next)} aria-label="Show" />
          {panes[pane]}
        </main>
      ) : (
        <main className={classes.side}>
          <div className={classes.column}>
            {panes.flags}
            {panes.people}
          </div>
          {panes.events}
        </main>
      )}
    </div>
  )
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
