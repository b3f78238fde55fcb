import { attempt } from '../../core/lib/attempt.ts'
import { copyJson, isShallow, sameJson } from '../../core/lib/json.ts'
import type { Unsubscribe } from '../../core/lib/listeners.ts'
import { publicUrl } from '../../core/lib/publicUrl.ts'
import type { Progress } from '../../core/model/diagnostics.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { Identity } from '../../core/model/identity.ts'
import type { Json } from '../../core/model/json.ts'
import type { ObservedLayer, TrackedCall } from '../../core/observer.ts'

/** Keeps the recording from page to page. */
export interface RecordingKeeper {
  /** Takes the recording of an earlier page once the user is known, and drops it if it is another user's. */
  take(): void
  /** Listens to the end of the page. `document.open()` removes listeners: one that is there is not added again. */
  listen(): void
  /** Whether the browser stores anything. */
  canStore(): boolean
}

/** The maximum number of steps of a recording; later ones are left out. */
export const MAX_RECORDED = 1_000

/** Who was on the screen: the number of the person, in the order in which persons came. */
export type RecordedWho = { readonly person: number; readonly isImpersonated: boolean } | 'nobody'

/** What has happened since the recording began. It has nothing of a person. */
export type RecordedStep =
  | { readonly type: 'who'; readonly at: number; readonly who: RecordedWho }
  | { readonly type: 'flags'; readonly at: number; readonly values: Readonly<Record<string, Json>> }
  | RecordedCall
  | RecordedAnswer

/** A call of `track`. */
interface RecordedCall {
  readonly type: 'track'
  readonly at: number
  readonly name: string
  readonly properties: Readonly<Record<string, Json>>
  readonly messaging: boolean
  /** Whose event it is, once that is known: it may be the user who is just signing in. */
  owner?: RecordedWho
}

/** A service, or a destination by its name, has answered with the status of a failure. */
interface RecordedAnswer {
  readonly type: 'answer'
  readonly at: number
  readonly service: string
  readonly status: number
}

/** The calls of `track`, with the users and the flags under which they were made, and the failures of services. */
export interface Recording {
  /** The address where it began, without its origin and without what identifies a person. */
  readonly address: string
  readonly startedAt: number
  readonly steps: readonly RecordedStep[]
  /** When its page was left, if that has ended it. */
  readonly leftAt?: number
  /** How many of the first calls were left out when the page was left: there was no room for them. */
  readonly missing?: number
  /** Of a recording of an earlier page, whose it is, as a hash. Absent if nobody was signed in. */
  readonly user?: string
  /** Of a recording of an earlier page, what that page has said. */
  readonly reported?: Reported
  isRunning(): boolean
  stop(): void
}

/** The events and problems of a report, as JSON. */
export interface Reported {
  readonly events: readonly unknown[]
  readonly problems: readonly unknown[]
}

/** @param url the address of the page */
export function startRecording({ identity: { current, failure }, flags, on }: ObservedLayer, url: string): Recording {
  const steps: RecordedStep[] = []
  const persons: string[] = []
  let known: Readonly<Record<string, Json>> = {}
  let who: RecordedWho | undefined
  let latest: RecordedCall | undefined
  /** Calls whose event is not complete yet, by its id. */
  const unowned = new Map<string, RecordedCall>()
  const undoOwners: Unsubscribe[] = []
  let isRunning = true

  const add = (step: RecordedStep) => steps.length < MAX_RECORDED && steps.push(step)

  /** An event that waits at the end of the recording is complete later. */
  function endIfComplete() {
    if (!isRunning && unowned.size === 0) undoOwners.splice(0).forEach((end) => end())
  }

  function lookAtWho() {
    const next = recordedWho(current.get(), persons)
    // While it is being asked who is signed in, who was there before is on the screen.
    if (next === undefined || sameJson(next, who)) return
    who = next
    add({ type: 'who', at: Date.now(), who })
  }

  function lookAtFlags() {
    const all = flags.allFlags()
    if (all === known) return
    const changed = Object.entries(all).filter(
      // What is nested too deeply cannot be written as code.
      ([key, value]) => isShallow(value) && (!Object.hasOwn(known, key) || !sameJson(known[key], value)),
    )
    known = all
    if (changed.length > 0) add({ type: 'flags', at: Date.now(), values: Object.fromEntries(changed) })
  }

  function tracked({ name, given, options: { messaging = false } }: TrackedCall) {
    lookAtWho()
    lookAtFlags()
    const properties = (copyJson(given) ?? {}) as Readonly<Record<string, Json>>
    const call: RecordedCall = { type: 'track', at: Date.now(), name, properties, messaging }
    if (add(call)) latest = call
  }

  /** The event of a call happens in the same task. */
  function progressed({ id, step, name }: Progress) {
    if (step !== 'happened') return
    if (latest && latest.name === name) unowned.set(id, latest)
    latest = undefined
  }

  function completed({ id, identity: { id: person, impersonator } }: AnalyticsEvent) {
    const call = unowned.get(id)
    if (call) call.owner = person === undefined ? 'nobody' : numbered(person, impersonator, persons)
    unowned.delete(id)
    endIfComplete()
  }

  /** @param reason a sentence that may have a status, such as `status 503` */
  function answered(service: string, reason: string | undefined) {
    const [, status] = STATUS.exec(reason ?? '') ?? []
    if (status) add({ type: 'answer', at: Date.now(), service, status: Number(status) })
  }

  const undo = [
    current.subscribe(lookAtWho),
    failure.subscribe(() => answered('who-am-i', failure.get())),
    on('call', tracked),
    on('progress', progressed),
    on('attempt', ({ destination, outcome, reason }) => outcome !== 'delivered' && answered(destination, reason)),
    on('problem', ({ where, message }) => where === 'flags' && answered('flags', message)),
  ]
  lookAtFlags()
  undoOwners.push(on('event', completed))
  return {
    address: addressOf(url),
    startedAt: Date.now(),
    steps,
    isRunning: () => isRunning,
    stop() {
      isRunning = false
      undo.splice(0).forEach((end) => end())
      endIfComplete()
    },
  }
}

const STATUS = /\b(?:status|settings:) (\d{3})\b/

function addressOf(url: string): string {
  const { pathname, search, hash } = attempt(() => new URL(publicUrl(url))) ?? { pathname: '/', search: '', hash: '' }
  return pathname + search + hash
}

function recordedWho(who: Identity, persons: string[]): RecordedWho | undefined {
  if (who.status === 'resolving') return undefined
  if (who.status === 'unknown') return 'nobody'
  return numbered(who.person.unique_identity, who.impersonator, persons)
}

function numbered(id: string, impersonator: string | undefined, persons: string[]): RecordedWho {
  if (!persons.includes(id)) persons.push(id)
  return { person: persons.indexOf(id) + 1, isImpersonated: impersonator !== undefined }
}
