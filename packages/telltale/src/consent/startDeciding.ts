import { delayedAction } from '../core/lib/time.ts'
import { sameJson } from '../core/lib/json.ts'
import type { Listeners } from '../core/lib/listeners.ts'
import type { Consent, Forgotten } from '../core/consentPart.ts'
import type { ObservedLayer } from '../core/observer.ts'
import type { Permits, Platform } from '../core/ports/platform.ts'
import { askToForget } from './askToForget.ts'
import type { ConsentState, RecordDecision } from './consentState.ts'
import { type Decision, joined } from './decisions.ts'
import type { HeldStorage } from './heldStorage.ts'
import { createMarks } from './marks.ts'
import type { ConsentSettings } from './options.ts'
import { startReader } from './startReader.ts'

/** What follows the space in the keys of what must be deleted. */
const MARK = '!'

/** How long after a change of another tab a page looks for what is denied, in milliseconds: a tab that is busy changes a thousand keys a second. */
const CLEANING_MS = 50

/** For how long after a denial a page does so, in milliseconds. Later, what is there may be that of another user in another tab. */
const LOOKING_MS = 5_000

/** The ports that a page needs only after its first paint. */
export interface LatePorts extends Pick<Permits, 'removeCookies'> {
  /** Deletes the database of what pages have decided together. */
  deleteDecisions(): void
  /** Calls the listener after another tab has changed a key that begins with this. */
  onStored(prefix: string, listener: () => void): () => void
}

/** What the first stage has. */
export interface Opened {
  readonly settings: Pick<ConsentSettings, 'reader' | 'forgetUrl'>
  readonly platform: Platform
  readonly ports: LatePorts
  readonly permits: Pick<Permits, 'of' | 'holder'>
  readonly state: ConsentState
  readonly held: Pick<HeldStorage, 'forget' | 'removeDenied'>
  readonly record: RecordDecision
  readonly set: Consent['set']
  readonly changes: Listeners<[]>
  /** The state may be another one. */
  update(): void
  /** Returns the token that the application has now. */
  token(): unknown
}

/** Decisions after the first paint. */
export interface Deciding extends Pick<Permits, 'isForgotten' | 'mustDelete' | 'settling' | 'removeCookies'> {
  /** Something is denied from now on. */
  deny(): void
  forget(layer: ObservedLayer): Promise<Forgotten>
  /** Follows other tabs and the consent tool of the page. Returns what ends it. */
  start(layer: ObservedLayer): () => void
}

export type StartDeciding = (opened: Opened) => Deciding

/** What a page needs of consent only after its first paint: deletion, other tabs, and consent tools. */
export const startDeciding: StartDeciding = ({ settings, platform, ports, permits, state, ...opened }) => {
  const { clock } = platform
  const { removeCookies, onStored, deleteDecisions } = ports
  const { digests, own } = state
  const marks = createMarks(state.prefix + MARK, platform)
  let settling: Promise<unknown> = Promise.resolve()

  /** Tabs may decide in one moment: the same holds in all of them. */
  function reread(holder: string) {
    if (marks.isNew(digests.of(holder))) return state.forget()
    const [decision, stored] = [own.get(holder), state.stored(holder)]
    // A person who was forgotten has decided in another tab since.
    if (holder && stored) state.remember()
    if (!stored) return void (state.kept.has(holder) && own.delete(holder))
    const next = joined(decision, stored) as Decision
    if (next === decision) state.keep(holder, decision)
    // What two tabs have decided together is a decision of its own.
    else if (!sameJson(next.purposes, stored.purposes)) state.take(holder, { ...next, at: next.at + 1 }, opened.record)
  }

  let stopLooking: (() => void) | undefined

  /** What is denied is to be deleted, wherever a page has stored it. For a while, a tab that ends may store more. */
  function deny() {
    marks.set()
    stopLooking?.()
    stopLooking = clock.after(LOOKING_MS, () => (stopLooking = undefined))
  }

  function deleteAgain() {
    marks.set()
    opened.changes.notify()
  }

  const countDenied = () => Object.values(state.get().purposes).filter((one) => one === 'denied').length

  function hearOtherTab() {
    const holder = state.holder()
    const before = countDenied()
    const former = state.seen().filter((id) => id !== holder && marks.isNew(digests.of(id)))
    former.forEach(state.forgetFormer)
    if (former.length > 0) opened.changes.notify()
    if (holder !== undefined) reread(holder)
    opened.update()
    // If this page ends before it has deleted what it is storing now, others do.
    if (countDenied() > before) {
      deny()
      opened.changes.notify()
    } else if (marks.isNew('') && before > 0) opened.changes.notify()
  }

  function hearChange() {
    if ([permits.of('visitor'), permits.of('session')].includes('denied')) deleteDecisions()
  }

  /** A tab that ends may store something after another one has denied it, and does not hear of the decision any more. */
  const cleaning = delayedAction(clock, CLEANING_MS, () => {
    if (stopLooking && opened.held.removeDenied()) deleteAgain()
  })

  return {
    deny,
    isForgotten: (owner = state.ownerOf(undefined), at = Number.NaN) =>
      state.isForgotten(owner) ||
      (owner !== undefined && marks.open().length > 0 && marks.openUntil(digests.of(state.holderOf(owner))) >= at),
    mustDelete: () => marks.open().length > 0 || state.hasForgotten(),
    settling(work) {
      const these = marks.open()
      const ended = work.then((isDone) => isDone && marks.end(these))
      settling = Promise.all([settling, ended])
    },
    removeCookies,
    async forget(layer) {
      const holder = state.holder()
      if (holder === undefined || state.get().isLocked) {
        layer.warn('forget() was ignored: the user is impersonated, or not known yet. (T200)')
        return { isRequested: false, status: 0 }
      }
      const token = (async () => settings.forgetUrl && opened.token())()
      const who = layer.identity.current.get()
      opened.held.forget()
      marks.set(digests.of(holder))
      state.forget()
      opened.update()
      const [answer] = await Promise.all([askToForget({ platform, url: settings.forgetUrl, token, who }), settling])
      layer.warn(
        `The user is forgotten in this browser. The application has answered with status ${answer.status}. (T203)`,
      )
      return answer
    },
    start({ warn }) {
      const undo = [
        opened.changes.add(hearChange),
        onStored(state.prefix, hearOtherTab),
        onStored('', cleaning.schedule),
        cleaning.flush,
        () => stopLooking?.(),
        // In the back/forward cache, a page hears of nothing.
        platform.page.onReturn(hearOtherTab),
      ]
      if (settings.reader) {
        const holder = () => (state.get().isLocked ? undefined : state.holder())
        const { hearIdentity, stop } = startReader(settings.reader, {
          ...{ clock, warn, holder },
          decide: opened.set,
          assume(choices) {
            state.assume(choices)
            opened.update()
          },
        })
        undo.push(opened.changes.add(hearIdentity), stop)
      }
      hearOtherTab()
      hearChange()
      return () => undo.forEach((end) => end())
    },
  }
}
