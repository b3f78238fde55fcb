import { ActionIcon, Tooltip } from '@mantine/core'
import { PersonIcon } from '@primer/octicons-react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FeedState } from '../feed/feedState.ts'
import { Pane } from '../shell/Pane.tsx'
import type { Go } from '../shell/useRoute.ts'
import { escapeToDiscard } from '../shell/escapeToDiscard.ts'
import { focusable } from '../shell/nextFocus.ts'
import { AttributesEditor } from './AttributesEditor.tsx'
import { nameOf } from './nameOf.ts'
import type { OpenPerson } from './openPerson.ts'
import classes from './PersonDetail.module.css'
import { PersonFlags } from './PersonFlags.tsx'
import { PersonRemove } from './PersonRemove.tsx'
import { SignIn } from './SignIn.tsx'
import type { PersonDraft } from './usePersonDrafts.ts'

interface PersonDetailProps {
  readonly person: OpenPerson
  readonly feed: FeedState
  readonly state: ConsoleState
  readonly go: Go
  readonly onFollow: (id: string) => void
  readonly draft: PersonDraft | undefined
  /** Called with the edits, or with nothing when they are saved or discarded. */
  readonly onDraft: (draft: PersonDraft | undefined) => void
  /** Whether the person was saved in the form for a new person, which has closed. */
  readonly isMade: boolean
  readonly onMade: (id: string | undefined) => void
  readonly onRemoved: () => void
  readonly back: { readonly name: string; readonly go: () => void } | undefined
}

/** A person: sign-in, impersonation, attributes and flags. */
export function PersonDetail(props: PersonDetailProps) {
  const { person, feed, state, go, onFollow, draft, onDraft, isMade, onMade, onRemoved, back } = props
  const [isSaved, setIsSaved] = useState(isMade)
  const detail = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const pane = detail.current?.querySelector('section')
    if (!isMade || !pane) return
    focusable(pane).focus()
    onMade(undefined)
  }, [isMade, onMade])
  // A person who was removed from the file cannot sign in, be followed or be removed, and has no flags.
  const user = person.status === 'here' ? person.user : undefined
  const isLive = feed.connection === 'live'
  const tools = user !== undefined && (
    <>
      <span className={classes.saved} role="status">
        {isSaved && 'Saved'}
      </span>
      <Tooltip label="Follow what they do">
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={() => onFollow(user.identity.unique_identity)}
          aria-label={`Follow ${nameOf(user)}`}
        >
          <PersonIcon size={15} />
        </ActionIcon>
      </Tooltip>
      <PersonRemove user={user} isLive={isLive} onRemoved={onRemoved} />
    </>
  )
  return (
    <div className={classes.detail} ref={detail} onKeyDown={escapeToDiscard}>
      <Pane title={person.status === 'new' ? 'New person' : nameOf(person.user)} back={back} tools={tools}>
        {user !== undefined && <SignIn user={user} users={state.users} tabs={feed.connections.tabs} isLive={isLive} />}
        <AttributesEditor
          person={person}
          users={state.users}
          draft={draft}
          isLive={isLive}
          onDraft={(next) => {
            setIsSaved(false)
            onDraft(next)
          }}
          onLeft={(id) => go('people', id)}
          onSaved={(id) => {
            setIsSaved(true)
            // With a new token, the person gets a form of their own.
            if (user?.token !== person.key) onMade(id)
            go('people', id)
          }}
        />
      </Pane>
      {user !== undefined && <PersonFlags user={user} state={state} go={go} />}
    </div>
  )
}
