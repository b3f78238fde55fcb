import { useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { Empty } from '../shell/Empty.tsx'
import { Guarded } from '../shell/Guarded.tsx'
import { Pane } from '../shell/Pane.tsx'
import type { Go } from '../shell/useRoute.ts'
import { FlagDetail } from './FlagDetail.tsx'
import { FlagListItem } from './FlagListItem.tsx'
import { FlagListTools } from './FlagListTools.tsx'
import classes from '../shell/ListAndDetail.module.css'
import { RemovedFlags } from './RemovedFlags.tsx'
import { useEvaluations } from './useEvaluations.ts'

interface FlagsViewProps {
  readonly state: ConsoleState
  readonly isLive: boolean
  readonly isNarrow: boolean
  /** The key of the flag that is open. */
  readonly open: string | undefined
  readonly go: Go
}

/** The flags of an environment, and one of them to be edited. */
export function FlagsView({ state, isLive, isNarrow, open, go }: FlagsViewProps) {
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<string>()
  const { environments, users, counts } = state
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0]
  const user = users.find(({ token }) => token === picked)
  const evaluations = useEvaluations(user, environment)
  const flags = environment?.flags ?? []
  const found = flags.filter(({ key, description = '' }) =>
    `${key}\n${description}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  // Where there is room for both, something is always open.
  const wanted = flags.find(({ key }) => key === open) ?? (isNarrow ? undefined : flags[0])
  // What is being edited stays, whatever becomes of it in the file; whoever goes on to another flag leaves it.
  const [edited, setEdited] = useState<{ readonly flag: ServerFlag; readonly at: string }>()
  const at = `${environment?.id} ${open}`
  if (edited !== undefined && edited.at !== at) setEdited(undefined)
  const kept = edited?.at === at ? edited.flag : undefined
  const flag = kept === undefined ? wanted : (flags.find(({ key }) => key === kept.key) ?? kept)
  const back = isNarrow ? { name: 'Back to the flags', go: () => go('flags') } : undefined

  return (
    <div className={classes.view} data-open={flag !== undefined}>
      <Pane
        title="Flags"
        count={flags.length}
        tools={
          <FlagListTools
            state={state}
            environment={environment}
            isLive={isLive}
            typed={typed}
            onType={setTyped}
            onChoose={setChosen}
            onMade={(key) => go('flags', key)}
          />
        }
      >
        {found.map((one) => (
          <FlagListItem
            flag={one}
            environment={environment?.id ?? ''}
            counts={counts[one.key] ?? {}}
            isLive={isLive}
            isOpen={one.key === flag?.key}
            evaluated={evaluations?.[one.key]}
            onOpen={() => go('flags', one.key)}
            key={`${environment?.id} ${one.key}`}
          />
        ))}
        {flags.length === 0 && (
          <Empty title="No flags yet">
            Make the first one here, or put it under <code>flags</code> in <code>{state.flagsFile.path}</code>: it
            appears when you save.
          </Empty>
        )}
        {environment !== undefined && (
          <RemovedFlags changes={state.changes} environment={environment.id} isLive={isLive} />
        )}
        {flags.length > 0 && found.length === 0 && (
          <Empty title="No flag is called that">Keys and descriptions are searched.</Empty>
        )}
      </Pane>
      {flag !== undefined && environment !== undefined && (
        <Guarded name={flag.key} back={back} key={`${environment.id} ${flag.key}`}>
          <FlagDetail
            flag={flag}
            environment={environment}
            state={state}
            isLive={isLive}
            picked={picked}
            onPick={setPicked}
            isGone={flag === kept && !flags.includes(flag)}
            onEdited={(isEdited) => setEdited(isEdited ? { flag, at } : undefined)}
            back={back}
          />
        </Guarded>
      )}
    </div>
  )
}
