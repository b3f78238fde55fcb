import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { FeedState } from '../feed/feedState.ts'
import { Empty } from '../shell/Empty.tsx'
import { Guarded } from '../shell/Guarded.tsx'
import { Pane } from '../shell/Pane.tsx'
import type { Go } from '../shell/useRoute.ts'
import view from '../shell/ListAndDetail.module.css'
import classes from './PeopleView.module.css'
import { nameOf } from './nameOf.ts'
import { NEW_PERSON } from './openPerson.ts'
import { PersonDetail } from './PersonDetail.tsx'
import { PersonListItem } from './PersonListItem.tsx'
import { useKeys } from '../shell/useKeys.ts'
import { useOpenPerson } from './useOpenPerson.ts'

interface PeopleViewProps {
  readonly feed: FeedState
  readonly state: ConsoleState
  readonly isNarrow: boolean
  /** Who is open, or `NEW_PERSON`. */
  readonly open: string | undefined
  readonly go: Go
  readonly onFollow: (id: string) => void
}

/** Who can sign in, and one of them to be edited. */
export function PeopleView({ feed, state, isNarrow, open, go, onFollow }: PeopleViewProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeys([['/', () => field.current?.focus()]])
  const isLive = feed.connection === 'live'
  const { users } = state
  const found = users.filter(({ identity }) =>
    JSON.stringify(identity).toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const [person, onEdited] = useOpenPerson(users, open, isNarrow)
  const user = person === undefined || person.status === 'new' ? undefined : person.user
  const back = isNarrow ? { name: 'Back to the people', go: () => go('people') } : undefined
  const tools = (
    <>
      <TextInput
        ref={field}
        size="xs"
        className={classes.search}
        value={typed}
        onChange={(change) => setTyped(change.currentTarget.value)}
        placeholder="Find"
        aria-label="Find somebody"
        leftSection={<IconSearch size={14} />}
        rightSection={<kbd>/</kbd>}
      />
      <Tooltip label="Somebody new">
        <ActionIcon
          variant="default"
          disabled={!isLive}
          onClick={() => go('people', NEW_PERSON)}
          aria-label="Add somebody"
        >
          <IconPlus size={15} />
        </ActionIcon>
      </Tooltip>
    </>
  )
  return (
    <div className={view.view} data-open={person !== undefined}>
      <Pane title="People" count={users.length} tools={tools}>
        {found.map((one) => (
          <PersonListItem
            user={one}
            connections={feed.connections}
            isOpen={one === user}
            onOpen={() => go('people', one.identity.unique_identity)}
            key={one.token}
          />
        ))}
        {users.length === 0 && (
          <Empty title="Nobody can sign in yet">
            Add somebody here, or put them into <code>{state.usersFile.path}</code>: a token and the identity that
            who-am-i answers with.
          </Empty>
        )}
        {users.length > 0 && found.length === 0 && (
          <Empty title="Nobody is like that">All attributes are searched.</Empty>
        )}
      </Pane>
      {person !== undefined && (
        <Guarded name={user === undefined ? 'Somebody new' : nameOf(user)} back={back} key={person.key}>
          <PersonDetail
            person={person}
            feed={feed}
            state={state}
            go={go}
            onFollow={onFollow}
            onEdited={onEdited}
            back={back}
          />
        </Guarded>
      )}
    </div>
  )
}
