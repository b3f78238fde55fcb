import { CloseButton, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { nameOf } from '../people/nameOf.ts'
import { FlagItem } from './FlagItem.tsx'
import classes from './FlagsPane.module.css'
import { useEvaluations } from './useEvaluations.ts'

interface FlagsPaneProps {
  readonly state: ConsoleState | undefined
  readonly isLive: boolean
  /** Whose values are shown. */
  readonly user: LocalUser | undefined
  readonly onLeaveUser: () => void
}

/** The flags of an environment, which can be chosen where there are several. */
export function FlagsPane({ state, isLive, user, onLeaveUser }: FlagsPaneProps) {
  const [chosen, setChosen] = useState<string>()
  const environments = state?.environments ?? []
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0]
  const evaluations = useEvaluations(user, environment)
  const name = user === undefined ? '' : nameOf(user)
  const tools = environment !== undefined && environments.length > 1 && (
    <SegmentedControl
      size="xs"
      aria-label="Environment"
      data={environments.map(({ id, levels }) => ({ value: id, label: levels.join(', ') }))}
      value={environment.id}
      onChange={setChosen}
    />
  )
  return (
    <Pane title="Flags" count={environment?.flags.length} tools={tools}>
      {user !== undefined && (
        <div className={classes.user}>
          <span>
            What <strong>{name}</strong> gets
          </span>
          <CloseButton size="sm" onClick={onLeaveUser} aria-label={`Show no more what ${name} gets`} />
        </div>
      )}
      {environment?.flags.map((flag) => (
        <FlagItem
          flag={flag}
          environment={environment.id}
          counts={state?.counts[flag.key] ?? {}}
          isLive={isLive}
          evaluated={user && evaluations?.[flag.key]}
          contextKey={user?.identity.unique_identity}
          key={`${environment.id} ${flag.key}`}
        />
      ))}
      {environment?.flags.length === 0 && (
        <Empty title="No flags yet">
          Put the first one under <code>flags</code> in <code>{state?.flagsFile.path}</code>. It appears here when you
          save.
        </Empty>
      )}
    </Pane>
  )
}
