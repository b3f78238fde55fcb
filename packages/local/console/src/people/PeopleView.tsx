import { ActionIcon, Tooltip } from '@mantine/core'
import { PlusIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import type { FeedState } from '../feed/feedState.ts'
import { Empty } from '../shell/Empty.tsx'
import { FindField } from '../shell/FindField.tsx'
import { Guarded } from '../shell/Guarded.tsx'
import { leaveRemoved } from '../shell/leaveRemoved.ts'
import { Pane } from '../shell/Pane.tsx'
import type { Go } from '../shell/useRoute.ts'
import classes from '../shell/ListAndDetail.module.css'
import { nameOf } from './nameOf.ts'
import { NEW_PERSON, openPerson } from './openPerson.ts'
import { PersonDetail } from './PersonDetail.tsx'
import { PersonListItem } from './PersonListItem.tsx'
import { UnsavedPerson } from './UnsavedPerson.tsx'
import { draftKey, isEdited, personNow, type PersonDraft, type PersonDrafts, type SetDraft } from './usePersonDrafts.ts'

interface PeopleViewProps {
  readonly feed: FeedState
  readonly state: ConsoleState
  readonly isNarrow: boolean
  /** The id of the open person, or `NEW_PERSON`. */
  readonly open: string | undefined
  readonly go: Go
  readonly onFollow: (id: string) => void
  readonly drafts: PersonDrafts
  readonly setDraft: SetDraft
}

/** The people who can sign in, and the form of one of them. */
export function PeopleView({ feed, state, isNarrow, open, go, onFollow, drafts, setDraft }: PeopleViewProps) {
  const [typed, setTyped] = useState('')
  // The form of a new person takes the focus when it appears: asked for again, it is another one.
  const [asked, setAsked] = useState(0)
  // The id of a person who has just been saved for the first time.
  const [made, setMade] = useState<string>()
  const view = useRef<HTMLDivElement>(null)
  const isLive = feed.connection === 'live'
  const { users } = state
  const found = users.filter(({ identity }) =>
    JSON.stringify(identity).toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const person = openPerson(users, open, { drafts, isNarrow })
  const draftOf = (one: LocalUser) => drafts.get(draftKey(one, users, drafts))
  const isUnsaved = (draft: PersonDraft | undefined) => draft !== undefined && isEdited(draft, users)
  const unlisted = [...drafts].filter(
    ([, draft]) => isUnsaved(draft) && (draft.user === undefined || personNow(draft.user, users) === undefined),
  )
  const user = person === undefined || person.status === 'new' ? undefined : person.user
  const showList = () => go('people')
  const back = isNarrow ? { name: 'Back to the people', go: showList } : undefined
  const tools = (
    <>
      <FindField
        label="Find a person"
        typed={typed}
        onType={setTyped}
        result={`${found.length} of ${users.length} people`}
        showList={showList}
      />
      <Tooltip label="New person">
        <ActionIcon
          variant="default"
          disabled={!isLive}
          onClick={() => {
            setAsked(asked + 1)
            go('people', NEW_PERSON)
          }}
          aria-label="Add a person"
        >
          <PlusIcon size={15} />
        </ActionIcon>
      </Tooltip>
    </>
  )
  return (
    <div className={classes.view} data-open={person !== undefined} ref={view}>
      <Pane title="People" count={users.length} tools={tools}>
        {unlisted.map(([key, draft]) => (
          <UnsavedPerson
            draft={draft}
            isOpen={key === person?.key}
            onOpen={() => go('people', draft.user?.identity.unique_identity ?? NEW_PERSON)}
            key={key}
          />
        ))}
        {found.map((one) => (
          <PersonListItem
            user={one}
            users={users}
            connections={feed.connections}
            isOpen={one === user}
            isEdited={isUnsaved(draftOf(one))}
            onOpen={() => go('people', one.identity.unique_identity)}
            key={one.token}
          />
        ))}
        {users.length === 0 && (
          <Empty title="No people yet">
            Add a person here, or in <code>{state.usersFile.path}</code>: a token, and the identity that who-am-i
            returns.
          </Empty>
        )}
        {users.length > 0 && found.length === 0 && (
          <Empty title="No matching people">The search covers all attributes.</Empty>
        )}
      </Pane>
      {person !== undefined && (
        <Guarded
          name={user === undefined ? 'New person' : nameOf(user)}
          back={back}
          key={user ? person.key : `${person.key} ${asked}`}
        >
          <PersonDetail
            person={person}
            feed={feed}
            state={state}
            go={go}
            onFollow={onFollow}
            draft={drafts.get(person.key)}
            onDraft={(draft) => {
              // The person who is open by default gets their address, which keeps them open even if they are removed.
              const id = user?.identity.unique_identity
              if (draft !== undefined && id !== undefined && id !== open) go('people', id)
              setDraft(person.key, draft)
            }}
            isMade={made !== undefined && user?.identity.unique_identity === made}
            onMade={setMade}
            onRemoved={() => leaveRemoved(view, showList)}
            back={back}
          />
        </Guarded>
      )}
    </div>
  )
}
