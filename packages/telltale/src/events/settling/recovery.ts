import type { Stoppable } from '../../core/host.ts'
import { sleep } from '../../core/lib/time.ts'
import type { EventDraft } from '../../core/model/event.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { Tabs } from '../../core/ports/platform.ts'
import { type Ages, passAges } from './ages.ts'
import type { InMemoryRecords } from '../store/inMemoryRecords.ts'
import type { AnswerEvidence } from './evidence.ts'
import { hasEnded } from '../store/pageLock.ts'
import type { Attributor, Settle } from '../recording/recorder.ts'
import { isDecided } from './settle.ts'

/** How often it is asked whether the pages of the drafts that are left have ended, in milliseconds. */
const CHECK_MS = 60_000

interface Needs extends Omit<Ages, 'signal'> {
  tabs: Pick<Tabs, 'running'>
  /** By the identities and the flags of this page. */
  attributor: Attributor
  answerAfter: AnswerEvidence['answerAfter']
  /** When this page began to ask who is signed in. */
  askedAt: number
  /** Returns the drafts that wait, as they are stored now. */
  readPending(): Promise<readonly EventDraft[]>
  settle: Settle
  /** Amends a draft that another page may amend, too. */
  amend: InMemoryRecords['amend']
}

/**
 * Completes the drafts that other pages have left in the outbox. The page that has tracked a draft may know its owner
 * better, because the same token may have belonged to another user then. So each draft is read again before it is
 * changed.
 */
export function startRecovery({
  clock,
  attributor,
  answerAfter,
  askedAt,
  flagsDeadlineMs,
  tabs,
  readPending,
  ...needs
}: Needs): Stoppable {
  const lifetime = new AbortController()
  const { signal } = lifetime
  let drafts: readonly EventDraft[] = []
  /** When this page has read them. */
  let readAt = 0
  /** How long they have waited since, in milliseconds: at least this long, whatever the clock says. */
  let waitedMs = 0
  const waitedOf = (draft: EventDraft) => ({ ageMs: Math.max(readAt - draft.at, waitedMs) })
  const unsubscribe = attributor.onChange(check)
  void recover()

  /**
   * Whether the draft is older than what this page knows. For a later draft, this page's answer of who-am-i may be out of date:
   * impersonation may have begun or ended since, under the same token. A later page completes such a draft. A draft with a time in
   * the future counts as old: the clock was set back.
   */
  function isOlder({ identity, at }: EventDraft) {
    return identity !== undefined || at <= askedAt || at > clock.now()
  }

  async function recover() {
    drafts = (await readPending()).filter((draft) => !attributor.isOwn(draft) && isOlder(draft))
    readAt = clock.now()
    check()
    if (drafts.length === 0) return
    await passAges({ clock, flagsDeadlineMs, signal }, 0, (ms) => {
      waitedMs = ms
      check()
    })
    while (drafts.length > 0 && !signal.aborted) {
      await sleep(clock, CHECK_MS, signal)
      check()
    }
  }

  function check() {
    const mayDecide = (draft: EventDraft) =>
      isDecided(draft) ||
      noted(draft) !== draft ||
      attributor.learn(draft, { ...waitedOf(draft), hasEnded: true }) !== draft
    if (!signal.aborted && drafts.some(mayDecide)) void completeDrafts()
  }

  /**
   * The draft with what this page was told. The first answer after the event counts, and this page may end before it may decide: another
   * page that is told something else must know of it.
   */
  function noted(draft: EventDraft): EventDraft {
    const told = draft.identity || draft.told ? undefined : answerAfter(draft)
    return told ? { ...draft, told } : draft
  }

  async function completeDrafts() {
    const stored = new Map((await readPending()).map((draft) => [draft.id, draft]))
    const locked = new Set([...stored.values()].flatMap((draft) => (draft.hasLock ? pageOf(draft) : [])))
    const running = await tabs.running()
    if (signal.aborted) return
    function isOver(page: string) {
      const isEnded = hasEnded(page, running)
      // A page that is not known to have held a lock may be open without one.
      return isEnded && !locked.has(page) ? undefined : isEnded
    }
    drafts = drafts.flatMap(({ id }) => {
      const draft = stored.get(id)
      if (!draft) return [] // another page has completed it
      const isEnded = isOver(pageOf(draft))
      const told = noted(draft)
      const known = isEnded === false ? told : attributor.learn(told, { ...waitedOf(draft), hasEnded: isEnded })
      if (known === draft && (isEnded === false || !isDecided(draft))) return [draft]
      const record = needs.settle(known)
      needs.amend(record)
      return record.todo.includes(PENDING) ? [known] : []
    })
  }

  return {
    stop() {
      unsubscribe()
      lifetime.abort()
    },
  }
}

/** The id of the page that has tracked the draft. */
const pageOf = ({ question = '' }: EventDraft) => question.replace(/\/.*/, '')
