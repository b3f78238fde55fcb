import { useCallback, useRef, useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import { Empty } from '../shell/Empty.tsx'
import { Guarded } from '../shell/Guarded.tsx'
import { leaveRemoved } from '../shell/leaveRemoved.ts'
import { Pane } from '../shell/Pane.tsx'
import type { Go } from '../shell/useRoute.ts'
import { FlagDetail } from './FlagDetail.tsx'
import { FlagListItem } from './FlagListItem.tsx'
import { FlagListTools } from './FlagListTools.tsx'
import classes from '../shell/ListAndDetail.module.css'
import { RemovedFlags } from './RemovedFlags.tsx'
import { useEvaluations } from './useEvaluations.ts'
import { draftPlace, isEdited, type FlagDrafts, type TellDraft } from './useFlagDrafts.ts'

interface FlagsViewProps {
  readonly state: ConsoleState
  readonly samples: readonly MetricsSample[]
  readonly isLive: boolean
  readonly isNarrow: boolean
  /** The key of the open flag. */
  readonly open: string | undefined
  readonly go: Go
  readonly drafts: FlagDrafts
  readonly tellDraft: TellDraft
}

/** The flags of an environment, and the form of one of them. */
export function FlagsView({ state, samples, isLive, isNarrow, open, go, drafts, tellDraft }: FlagsViewProps) {
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<string>()
  // The key of a flag that has just been created.
  const [made, setMade] = useState<string>()
  const view = useRef<HTMLDivElement>(null)
  const { environments, users, counts } = state
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0]
  const user = users.find(({ token }) => token === picked)
  const evaluations = useEvaluations(user, environment)
  const flags = environment?.flags ?? []
  const found = flags.filter(({ key, description = '' }) =>
    `${key}\n${description}`.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const draftOf = (key = '') => drafts.get(draftPlace(environment?.id ?? '', key))
  const present = flags.find(({ key }) => key === open)
  // A flag that was removed from the file while it was being edited stays open.
  const draft = draftOf(open)
  const isGone = present === undefined && isEdited(draft)
  // On a wide screen, a flag is always open.
  const flag = present ?? (isGone ? draft.base : isNarrow ? undefined : flags[0])
  const onShown = useCallback(() => setMade(undefined), [])
  const showList = () => go('flags')
  const back = isNarrow ? { name: 'Back to the flags', go: showList } : undefined

  return (
    <div className={classes.view} data-open={flag !== undefined} ref={view}>
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
            result={`${found.length} of ${flags.length} flags`}
            showList={showList}
            onMade={(key) => {
              setMade(key)
              go('flags', key)
            }}
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
            isEdited={isEdited(draftOf(one.key))}
            evaluated={evaluations?.[one.key]}
            onOpen={() => go('flags', one.key)}
            key={`${environment?.id} ${one.key}`}
          />
        ))}
        {flags.length === 0 && (
          <Empty title="No flags yet">
            Create the first one here, or add it under <code>flags</code> in <code>{state.flagsFile.path}</code>. It
            appears when you save the file.
          </Empty>
        )}
        {environment !== undefined && (
          <RemovedFlags changes={state.changes} environment={environment.id} isLive={isLive} />
        )}
        {flags.length > 0 && found.length === 0 && (
          <Empty title="No matching flags">The search covers keys and descriptions.</Empty>
        )}
      </Pane>
      {flag !== undefined && environment !== undefined && (
        <Guarded name={flag.key} back={back} key={`${environment.id} ${flag.key}`}>
          <FlagDetail
            flag={flag}
            environment={environment}
            state={state}
            samples={samples}
            isLive={isLive}
            picked={picked}
            onPick={setPicked}
            isGone={isGone}
            drafts={drafts}
            tellDraft={tellDraft}
            // The flag that is open by default gets its address, which keeps it open even if it is removed.
            onEdit={() => {
              if (open !== flag.key) go('flags', flag.key)
            }}
            onRemoved={() => leaveRemoved(view, showList)}
            isMade={flag.key === made}
            onShown={onShown}
            back={back}
          />
        </Guarded>
      )}
    </div>
  )
}
