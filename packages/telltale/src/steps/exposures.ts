import type { Host } from '../core/host.ts'
import { hashText } from '../core/lib/hashText.ts'
import { isRecord, parseJson, sameJson, writeJson } from '../core/lib/json.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { EventDraft, EventIdentity, Exposing, FlagSet } from '../core/model/event.ts'
import { type Flag, type FlagReason, isInExperiment } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Exposure } from '../core/observer.ts'
import type { LibraryStep, StepHost } from '../core/stepHost.ts'

/** The name of the event. Queries know it. */
const NAME = 'Flag shown'
/** How many of the latest exposures a browser remembers, so that its pages do not record them again. */
const REMEMBERED = 500
/** Two independent hashes of 53 bits, so that two exposures never have the same digest. */
const SEEDS = [0, 1]
/** An exposure that is not that of the user of the event, or that another event has recorded: the event is dropped. */
const NONE = ''

/**
 * A step that records which variation of a flag a person was shown, as an event `Flag shown` of the kind `exposure`, for each destination that takes
 * it. Each is recorded once for the unit, the flag, the variation, the version, and whether it was part of an experiment. `unit` and
 * `exposure` of the definition of a flag say who the unit is, and what counts. What is overridden, and what an impersonator sees, is not
 * recorded. Each layer needs a step of its own.
 *
 * @example
 * ```ts
 * events: { steps: [exposures()] },
 * ```
 */
export function exposures(): LibraryStep {
  let running: ReturnType<typeof startExposures> | undefined
  return {
    name: 'exposures',
    start(layer: StepHost) {
      running = startExposures(layer)
      return running.stop
    },
    enrich: () => running?.enrich(),
    '~complete': (draft) => (running && draft.exposing ? running.complete(draft, draft.exposing) : draft),
    process: (event) => (event.exposure === NONE ? undefined : event),
    '~processed': ({ id, exposure }, isDropped) => {
      if (exposure) running?.[isDropped ? 'forget' : 'keep'](exposure, id)
    },
  }
}

/** What is recorded of an exposure, by the definition of its flag. `undefined` if it is not recorded. */
export function exposingOf({ key: flag, flag: shown, user, isExplicit }: Exposure, defined: FlagDefinitions = {}) {
  const { exposure = 'on-read' } = definitionOf(flag, defined)
  const isWanted = exposure === 'manual' ? isExplicit : exposure !== 'never'
  if (!shown || !isWanted) return undefined
  const facts: Exposing = { flag, ...factsOf(shown) }
  if (!user) return facts
  const unit = unitOf(user, definitionOf(flag, defined))
  const key = keyOf(user, unit)
  return unit !== undefined && key !== undefined ? { ...facts, unit, key } : undefined
}

const definitionOf = (flag: string, defined: FlagDefinitions): FlagDefinitions[string] =>
  (Object.hasOwn(defined, flag) && defined[flag]) || {}

function startExposures({ '~host': host, '~redacted': redacted, definitions, on, record }: StepHost) {
  const { keep, isKept } = rememberedExposures(host)
  /** The events of those that this page has recorded. */
  const ofPage = new Map<string, string>()
  /** Those that it records, with the question whose answer says to whom they belong. The next question may name another user. */
  const waiting = new Map<string, string>()
  /** What is being recorded. Another step may read a flag meanwhile. */
  let current: Exposure | undefined
  let exposing: Exposing | undefined

  function digestOf({ flag, variation, value, version, in_experiment, unit, key }: Exposing) {
    const text = writeJson([host.app.space, flag, variation ?? [value], version, unit, key, in_experiment])
    return SEEDS.map((seed) => hashText(text, seed)).join('-')
  }

  /** As the flags of the event have it: the two are compared. */
  const clean = (shown: Exposing | undefined): Exposing | undefined =>
    shown && 'value' in shown
      ? { ...shown, value: redacted({ [shown.flag]: shown.value as Json }, 'flags')[shown.flag] as Json }
      : shown

  const stop = on('exposure', (exposure) => {
    const next = clean(exposingOf(exposure, definitions.flags))
    const digest = next && digestOf(next)
    if (digest === undefined || ofPage.has(digest) || isKept(digest)) return
    const question = host.questions.now().id
    if (waiting.get(digest) === question) return
    waiting.set(digest, question)
    const before = [current, exposing] as const
    ;[current, exposing] = [exposure, next]
    record(NAME, {}, 'exposure')
    ;[current, exposing] = before
  })

  return {
    stop,
    keep(digest: string, id: string) {
      if (!ofPage.has(digest)) ofPage.set(digest, id)
      keep(digest, id)
    },
    forget: (digest: string) => void waiting.delete(digest),
    enrich() {
      if (!current?.flag || !exposing) return undefined
      const { key: _key, ...facts } = exposing
      const { kind: reason, variant }: Partial<FlagReason> = current.flag.reason ?? {}
      const about = { ...(reason !== undefined && { reason }), ...(typeof variant === 'string' && { variant }) }
      return { properties: { ...facts, ...about }, draft: { exposing } }
    },
    /** Before, it is not known who was shown the flag. */
    complete<Draft extends EventDraft>(draft: Draft, { unit: before, key: shownTo, ...facts }: Exposing): Draft {
      const { id, page, identity = {}, flagSet, properties, question } = draft
      // The user was not known: it was an exposure of this one if the same was chosen for them.
      const isOfUser = isRecord(flagSet) && isSame(facts, flagSet)
      const unit =
        before ?? (isOfUser ? unitOf(identity, definitionOf(facts.flag, definitions.flags ?? {})) : undefined)
      const key = keyOf(identity, unit)
      const digest = digestOf({ ...facts, unit, key })
      const isOurs = key !== undefined && !identity.impersonator && (before === undefined || key === shownTo)
      // Of the drafts of other pages, an earlier one counts, whatever this page has recorded since.
      const isFirst = (page !== host.questions.page || (ofPage.get(digest) ?? id) === id) && !isKept(digest, id)
      if (isOurs && isFirst) return { ...draft, properties: { ...properties, unit }, exposure: digest }
      const shown = digestOf({ ...facts, unit: before, key: shownTo })
      if (question === undefined || waiting.get(shown) === question) waiting.delete(shown)
      return { ...draft, exposure: NONE }
    },
  }
}

/** What is known of the variation. Not the reason: the same variation of the same version is no news under another one. */
const factsOf = (shown: Flag) => {
  const { value, variation, version, flagVersion = version } = shown
  return {
    ...(variation === undefined ? { value } : { variation }),
    ...(flagVersion && { version: flagVersion }),
    ...(isInExperiment(shown) && { in_experiment: true as const }),
  }
}

/** Whether the user of these flags was shown the same. */
function isSame({ flag, variation, version, value }: Exposing, { flags, properties }: FlagSet): boolean {
  const own = Object.hasOwn(flags, flag) ? flags[flag] : undefined
  if (!own || variation !== own.variation || version !== own.version) return false
  return variation !== undefined || sameJson(value, own.property === undefined ? own.value : properties[own.property])
}

/** The kind of the unit by which the flag is divided, if this user has one. Otherwise the person, or the visitor. */
const unitOf = (user: EventIdentity, { unit = 'person' }: FlagDefinitions[string] = {}) =>
  [unit, 'person', 'visitor'].find((kind) => keyOf(user, kind) !== undefined)

function keyOf({ id, visitor, accounts = {} }: EventIdentity, unit: string | undefined): string | undefined {
  if (unit === 'person') return id
  if (unit === 'visitor') return visitor
  return unit !== undefined && Object.hasOwn(accounts, unit) ? accounts[unit]?.key : undefined
}

/** The exposures that this browser has recorded, for all pages of the application, each with the time of its event. */
function rememberedExposures({ app, platform: { storage } }: Pick<Host, 'app' | 'platform'>) {
  const name = `exposures:${app.space}`
  /** Another script may have written anything. */
  const read = (): readonly string[] => {
    const list = parseJson(storage.get(name) ?? '')
    return Array.isArray(list)
      ? list.filter((one) => typeof one === 'string' && /^\w+-\w+ [\w-]+$/.test(one) && one.length < 50)
      : []
  }
  /** An id begins with its time (RFC 9562, version 7), and two of them are in the order of their times. */
  const entryOf = (digest: string, id: string) => `${digest} ${id.slice(0, 13)}`
  return {
    /** @param by the event that may have recorded it itself, or may be the earlier one: it waited for its user while another page recorded the next one */
    isKept: (digest: string, by?: string) =>
      read().some((one) => one.startsWith(`${digest} `) && (by === undefined || one < entryOf(digest, by))),
    keep(digest: string, id: string) {
      const others = read().filter((one) => !one.startsWith(`${digest} `))
      storage.set(name, writeJson([...others, entryOf(digest, id)].slice(-REMEMBERED)))
    },
  }
}
