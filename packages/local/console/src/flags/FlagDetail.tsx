import { Tabs } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { ConsoleEnvironment, ConsoleState } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import { FlagServed } from '../charts/LazyFlagServed.tsx'
import { Pane } from '../shell/Pane.tsx'
import { useScrollStop } from '../shell/useScrollStop.ts'
import { decidingStep } from './decidingStep.ts'
import type { EditGround } from './editGround.ts'
import scrolling from '../shell/scrolling.module.css'
import classes from './FlagDetail.module.css'
import { escapeToDiscard } from '../shell/escapeToDiscard.ts'
import { focusable } from '../shell/nextFocus.ts'
import { FlagForm } from './FlagForm.tsx'
import { FlagHistory } from './FlagHistory.tsx'
import { FlagJson } from './FlagJson.tsx'
import { FlagRemove } from './FlagRemove.tsx'
import { FlagSwitch } from './FlagSwitch.tsx'
import { judgeDraft } from './judgeDraft.ts'
import { Problems } from './Problems.tsx'
import { SaveBar } from './SaveBar.tsx'
import { targetingSteps } from './targeting.ts'
import { useFocusAbove } from './useFocusAbove.ts'
import { useFlagDraft } from './useFlagDraft.ts'
import type { FlagDrafts, TellDraft } from './useFlagDrafts.ts'
import { useSaveKey } from './useSaveKey.ts'
import { useShownProblems } from './useShownProblems.ts'
import { useWhoGetsWhat } from './useWhoGetsWhat.ts'
import { WhoGetsWhat } from './WhoGetsWhat.tsx'

interface FlagDetailProps {
  readonly flag: ServerFlag
  readonly environment: ConsoleEnvironment
  readonly state: ConsoleState
  readonly samples: readonly MetricsSample[]
  readonly isLive: boolean
  /** The token of the selected person. */
  readonly picked: string | undefined
  readonly onPick: (token: string | undefined) => void
  /** Whether the flag was removed from the file while it was being edited. */
  readonly isGone: boolean
  readonly drafts: FlagDrafts
  readonly tellDraft: TellDraft
  /** Called with each edit. */
  readonly onEdit: () => void
  readonly onRemoved: () => void
  /** Whether the flag has just been created: its pane takes the focus. */
  readonly isMade: boolean
  readonly onShown: () => void
  /** Goes back to the list on a narrow screen. */
  readonly back: { readonly name: string; readonly go: () => void } | undefined
}

/** The form of a flag, beside the values that its draft gives to everyone. */
export function FlagDetail(props: FlagDetailProps) {
  const { flag, environment, state, isLive, picked, onPick, isGone, drafts, tellDraft, onEdit, onRemoved, back } = props
  const { samples, isMade, onShown } = props
  const editing = useFlagDraft(environment.id, flag, { drafts, tellDraft, isGone, onEdit })
  const { draft, isSaved, edit, save } = editing
  const isDraft = draft.phase !== 'same'
  const { users } = state
  const judged = useMemo(
    () => (isDraft ? judgeDraft({ flag: draft.flag, unread: draft.unread }, environment, state.segments) : []),
    [isDraft, draft.flag, draft.unread, environment, state.segments],
  )
  const [shown, showAll] = useShownProblems(judged)
  const problems = [...shown, ...draft.problems]
  const phase = judged.length > 0 ? 'broken' : isDraft ? 'draft' : 'saved'
  const known = useWhoGetsWhat({ users, environment, flag: draft.flag, saved: flag, phase })
  const changes = state.changes.filter(({ key, environment: where }) => key === flag.key && where === environment.id)
  const detail = useRef<HTMLDivElement>(null)
  function trySave(): void {
    if (phase === 'draft' && isLive) save()
    if (phase !== 'broken') return
    flushSync(showAll)
    detail.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  useSaveKey(trySave)

  useLayoutEffect(() => {
    const pane = detail.current?.querySelector('section')
    if (!isMade || !pane) return
    focusable(pane).focus()
    onShown()
  }, [isMade, onShown])
  const { ref: bar, height } = useElementSize<HTMLElement>()
  useFocusAbove(detail, height)

  const user = users.find(({ token }) => token === picked)
  const evaluation = user && known.values.get(user.token)
  const decides = useMemo((): EditGround['decides'] => {
    if (evaluation === undefined || user === undefined) return undefined
    const decision = decidingStep(evaluation, targetingSteps(draft.flag), [user.identity.unique_identity])
    return decision.type === 'step' ? decision.step.origin : decision.type === 'off' ? decision : undefined
  }, [evaluation, user, draft.flag])
  const segments = state.segments.map(({ key }) => key)
  const ground: EditGround = { users, segments, flags: environment.flags, decides }

  const tools = (
    <>
      {flag.clientSideAvailability.usingEnvironmentId !== true && (
        <span className={classes.note}>server-side only</span>
      )}
      <span className={classes.saved} role="status">
        {isSaved && 'Saved'}
      </span>
      <span className={classes.version} title="The version increases with each saved change.">
        Version {flag.version}
      </span>
      {!isGone && (
        <>
          <FlagRemove flag={flag} environment={environment.id} isLive={isLive} onRemoved={onRemoved} />
          <FlagSwitch flag={flag} environment={environment.id} isLive={isLive} />
        </>
      )}
    </>
  )
  return (
    // The bar lies over the lower edge; above it is room for a focus ring.
    <div
      className={classes.detail}
      ref={detail}
      onKeyDown={escapeToDiscard}
      onBlur={({ target, relatedTarget }) => {
        // Not between the fields of one rule, which is being entered.
        if (target.matches('input, select, textarea') && !target.closest('article')?.contains(relatedTarget)) showAll()
      }}
      style={{ scrollPaddingBottom: height + 8 }}
    >
      <Problems value={problems}>
        <Tabs defaultValue="rules" keepMounted={false} className={classes.tabs}>
          <Pane
            title={flag.key}
            back={back}
            tools={tools}
            fixed={
              <Tabs.List className={classes.list}>
                <Tabs.Tab value="rules">Rules</Tabs.Tab>
                <Tabs.Tab value="json">JSON</Tabs.Tab>
                <Tabs.Tab value="served">Served</Tabs.Tab>
                <Tabs.Tab value="history">History{changes.length > 0 ? ` ${changes.length}` : ''}</Tabs.Tab>
              </Tabs.List>
            }
            scrollsInside
          >
            <Panel value="rules">
              <FlagForm flag={draft.flag} unread={draft.unread} ground={ground} onChange={edit} />
            </Panel>
            <Panel value="json">
              <FlagJson flag={draft.flag} unread={draft.unread} onChange={edit} />
            </Panel>
            <Panel value="served">
              <FlagServed flag={flag} samples={samples} isLive={isLive} />
            </Panel>
            <Panel value="history">
              <FlagHistory changes={changes} isLive={isLive} />
            </Panel>
            <SaveBar
              ref={bar}
              editing={{ ...editing, save: trySave }}
              problems={problems}
              isLive={isLive}
              isGone={isGone}
            />
          </Pane>
        </Tabs>
      </Problems>
      <WhoGetsWhat users={users} known={known} phase={phase} picked={picked} onPick={onPick} />
    </div>
  )
}

function Panel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const tabIndex = useScrollStop(box)
  return (
    <Tabs.Panel value={value} className={`${scrolling.scrolling} ${classes.panel}`} ref={box} tabIndex={tabIndex}>
      {children}
    </Tabs.Panel>
  )
}
