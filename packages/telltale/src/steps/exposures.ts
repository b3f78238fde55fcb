import type { Host } from '../core/host.ts'
import { hashText } from '../core/lib/hashText.ts'
import { parseJson, writeJson } from '../core/lib/json.ts'
import type { FlagDefinitions } from '../core/model/definitions.ts'
import type { EventDraft, EventIdentity } from '../core/model/event.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Exposure } from '../core/observer.ts'
import type { LibraryStep, StepHost } from '../core/stepHost.ts'

/** The name of the event. Queries know it. */
const NAME = 'Flag shown'
/** How many of the latest exposures a browser remembers, so that its pages do not record them again. */
const REMEMBERED = 500
/** Two independent hashes of 53 bits, so that two exposures never have the same digest. */
const SEEDS = [0, 1]

/**
 * A step that records which variation of a flag a person was shown, as an event `Flag shown` of the kind `exposure`, for each destination that takes
 * it. Each is recorded once for the unit, the flag, the variation, the version, and whether it was part of an experiment. `unit` and
 * `exposure` of the definition of a flag say who the unit is, and what counts. What is overridden, and what an impersonator sees, is not
 * recorded.
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
    enrich: () => running?.draft(),
    '~complete': (draft) => (running && isOurs(draft) ? running.complete(draft) : draft),
    // The screen has shown a variation that was chosen for somebody else.
    process: (event) => (isOurs(event) && event.exposure === undefined ? undefined : event),
  }
}

const isOurs = ({ kind, name }: Pick<EventDraft, 'kind' | 'name'>) => kind === 'exposure' && name === NAME

/** The properties with which an exposure is recorded, by the definition of its flag. `undefined` if it is not. */
export function exposureFacts({ key, flag, user = {}, isExplicit }: Exposure, defined: FlagDefinitions = {}) {
  const { exposure = 'on-read', unit = 'person' } = (Object.hasOwn(defined, key) && defined[key]) || {}
  const isWanted = exposure === 'manual' ? isExplicit : exposure !== 'never'
  const by = [unit, 'person', 'visitor'].find((kind) => keyOf(user, kind) !== undefined)
  return flag && isWanted && by !== undefined ? { flag: key, ...factsOf(flag), unit: by } : undefined
}

function startExposures({ '~host': host, definitions, on, record }: StepHost) {
  const known = rememberedExposures(host)
  /** The exposure that is being recorded. */
  let digest: string | undefined

  /** Not of the reason: the same variation of the same version is no news under another one. */
  function digestOf({ flag, variation, value, version, unit, in_experiment }: Facts, user: EventIdentity) {
    const text = writeJson([
      host.app.space,
      flag,
      variation ?? [value],
      version,
      unit,
      keyOf(user, unit),
      in_experiment,
    ])
    return SEEDS.map((seed) => hashText(text, seed)).join('-')
  }

  const stop = on('exposure', (exposure) => {
    const facts = exposureFacts(exposure, definitions.flags)
    const next = facts && digestOf(facts, exposure.user ?? {})
    if (next === undefined || known.has(next)) return
    known.add(next)
    digest = next
    record(NAME, facts, 'exposure')
    digest = undefined
  })

  return {
    stop,
    draft: () => (digest === undefined ? undefined : { properties: {}, draft: { exposure: digest } }),
    /** Before, it is not known who was shown the flag. From now on, no page of the browser records it again. */
    complete<Draft extends EventDraft>(draft: Draft): Draft {
      const { exposure, ...rest } = draft
      const { identity = {}, properties } = draft
      if (exposure !== undefined && !identity.impersonator && digestOf(properties, identity) === exposure) {
        known.keep(exposure)
        return draft
      }
      if (exposure !== undefined) known.forget(exposure)
      return rest as Draft
    },
  }
}

/** The properties of the event, as far as they tell exposures apart. */
type Facts = Readonly<Partial<Record<'flag' | 'variation' | 'value' | 'version' | 'unit' | 'in_experiment', unknown>>>

/** What is known of the variation, as properties of the event. */
const factsOf = ({ value, variation, version, flagVersion = version, reason }: Flag) => ({
  ...(variation === undefined ? { value } : { variation }),
  ...(flagVersion && { version: flagVersion }),
  ...(reason && { reason: reason.kind }),
  ...(reason?.['inExperiment'] === true && { in_experiment: true }),
})

function keyOf({ id, visitor, accounts = {} }: EventIdentity, unit: unknown): string | undefined {
  if (unit === 'person') return id
  if (unit === 'visitor') return visitor
  return typeof unit === 'string' && Object.hasOwn(accounts, unit) ? accounts[unit]?.key : undefined
}

/** The exposures that this browser has recorded, for all pages of the application. */
function rememberedExposures({ app, platform: { storage } }: Pick<Host, 'app' | 'platform'>) {
  const key = `exposures:${app.space}`
  const ofPage = new Set<string>()
  const read = (): readonly unknown[] => {
    const list = parseJson(storage.get(key) ?? '')
    return Array.isArray(list) ? list : []
  }
  return {
    has: (digest: string) => ofPage.has(digest) || read().includes(digest),
    add: (digest: string) => void ofPage.add(digest),
    forget: (digest: string) => void ofPage.delete(digest),
    keep(digest: string) {
      const list = read()
      if (!list.includes(digest)) storage.set(key, writeJson([...list, digest].slice(-REMEMBERED)))
    },
  }
}
