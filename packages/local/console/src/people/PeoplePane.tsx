import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { PersonItem } from './PersonItem.tsx'

interface PeoplePaneProps {
  readonly state: ConsoleState | undefined
  /** The token of the person whose values are shown. */
  readonly shown: string | undefined
  readonly onShow: (token: string | undefined) => void
}

export function PeoplePane({ state, shown, onShow }: PeoplePaneProps) {
  return (
    <Pane title="People" count={state?.users.length}>
      {state?.users.map((user) => {
        const id = user.identity.unique_identity
        const streams = state.connections.filter(({ contextKey }) => contextKey === id).length
        const isShown = user.token === shown
        return (
          <PersonItem
            user={user}
            streams={streams}
            isShown={isShown}
            onShow={() => onShow(isShown ? undefined : user.token)}
            key={user.token}
          />
        )
      })}
      {state?.users.length === 0 && (
        <Empty title="Nobody can sign in yet">
          Put somebody into <code>{state.usersFile.path}</code>: a token and the identity that who-am-i answers with.
        </Empty>
      )}
    </Pane>
  )
}
