import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { writeJson } from '../core/lib/json.ts'
import { createListeners, throwLater } from '../core/lib/listeners.ts'
import { readable } from '../core/lib/readable.ts'
import { type EventIdentity, eventIdentity } from '../core/model/event.ts'
import {
  evaluate as evaluateFlag,
  type Flag,
  type FlagDetail,
  type FlagsInForce,
  isInExperiment,
  isOverridden,
} from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { EvaluateOptions, FlagProvider, OnUpdate } from './flagProvider.ts'
import type { RunningFlags } from './flags.ts'
import { anonymousKey, keysOf } from './readContext.ts'
import { contextHash, contextOf, type ContextOptions } from './userContext.ts'

/** Without a prototype: no flag has changed because each object has a property of its name. */
const NONE: object = Object.create(null)

interface Reading extends EvaluateOptions {
  /** The application has said that the value is shown. */
  isExplicit?: true
}

/** A listener for changes of one flag's value. */
interface Watcher {
  readonly key: string
  readonly listener: () => void
  /** Present when the user is shown the value, or this fallback. */
  readonly shown: { readonly fallback: Json | undefined } | undefined
  /** The epoch and the flag of the latest exposure that was recorded. */
  epoch?: string | undefined
  flag?: Flag | undefined
}

/**
 * The flags of the current user, from any client: it identifies the user to the client, and records what the user is shown.
 *
 * @param createClient receives `onUpdate`, which the client calls after each change of its state
 */
export function startFlags(
  options: ContextOptions,
  host: Host,
  createClient: (onUpdate: OnUpdate) => FlagProvider,
): RunningFlags {
  const { identity, platform, bus } = host
  const updates = createListeners<[]>()
  const client = createClient(update)
  const { status, allFlags, getFlag } = client
  // Thousands of watchers cost one subscription and one entry each. To go through them is cheap beside a render of one of them.
  const watchers = new Set<Watcher>()
  let added: Watcher[] = []
  let epoch: string | undefined
  let user: EventIdentity | undefined
  let asked: string | undefined
  let person: string | undefined
  let isMuted = false
  let current: FlagsInForce | undefined
  let revision: number | undefined
  /** The latest epoch in which flags were in force. */
  let recordedEpoch: string | undefined

  const unwatch = identity.watch(identify)
  identify()

  function identify() {
    const who = identity.get()
    const context = contextOf(who, (kind) => anonymousKey(kind, platform.storage, platform.random.uuid), options)
    const field = who.status === 'known' && options.hashField ? who.person[options.hashField] : undefined
    const wanted = context && writeJson([context, field])
    const isAtOnce = who.epoch !== epoch || asked === undefined
    const isSame = wanted === asked && !isAtOnce
    epoch = who.epoch
    user = eventIdentity(who)
    current = undefined
    asked = wanted
    // What an impersonator sees is not recorded as shown to this person.
    isMuted = who.status === 'known' && who.impersonator !== undefined
    if (!context) client.pause()
    else if (!isSame) {
      const before = person
      person = who.status === 'known' ? writeJson([keysOf(context), who.impersonator]) : user?.visitor
      // Another token of the same person keeps the flags: the screen does not fall back and change again.
      const hash = contextHash(context, field, options)
      client.identify(context, { isAtOnce, isMuted, isSamePerson: person === before, hash })
    }
    if (isAtOnce) update()
  }

  function isReady() {
    return asked !== undefined && status.get() !== 'initialising'
  }

  function update(changes: object = NONE, _isWhole?: boolean, isQuiet?: boolean) {
    if (!isQuiet) updates.notify()
    if (isReady() && recordedEpoch !== epoch) {
      recordedEpoch = epoch
      watchers.forEach(recordShown)
    }
    for (const watcher of [...watchers]) {
      const isChanged = watcher.key in changes
      // An equal value that becomes part of an experiment is shown as such from now on.
      if (!isChanged && !(isInExperiment(getFlag(watcher.key)) && !isInExperiment(watcher.flag))) continue
      if (!watchers.has(watcher)) continue // an earlier listener has removed it
      recordShown(watcher)
      if (!isChanged) continue
      attempt(watcher.listener, throwLater)
    }
  }

  function inForce(): FlagsInForce {
    const values = allFlags()
    if (
      current?.epoch !== epoch ||
      current?.isReady !== isReady() ||
      current.values !== values ||
      revision !== client.revision()
    ) {
      revision = client.revision()
      current = { epoch: epoch ?? '', isReady: isReady(), user, values, getFlag }
    }
    return current
  }

  function recordShown(watcher: Watcher) {
    // Flags that have not arrived are not shown yet, and one that is no longer shown at the end of its task was not either.
    if (!watcher.shown || !watchers.has(watcher) || !isReady()) return
    const flag = getFlag(watcher.key)
    if (watcher.epoch === epoch && watcher.flag === flag) return
    watcher.epoch = epoch
    watcher.flag = flag
    evaluate(watcher.key, watcher.shown.fallback)
  }

  function recordAdded() {
    const all = added
    added = []
    all.forEach(recordShown)
  }

  function evaluate<T>(key: string, fallback: T, { isExplicit, ...how }: Reading = {}) {
    const flag = getFlag(key)
    // What the service has not chosen is no exposure: an experiment would count it.
    if (isOverridden(flag)) return evaluateFlag(flag, fallback, how.accepts)
    const detail = client.evaluate(key, fallback, how)
    if (isMuted) return detail
    // An injected client tells the variation when it is read.
    const shown = detail.reason?.kind === 'ERROR' ? undefined : getFlag(key)
    bus.publish('exposure', { key, flag: shown, user, isExplicit })
    return detail
  }

  return {
    status,
    variation: <T extends Json>(key: string, fallback: T) => evaluate(key, fallback).value as Widen<T>,
    variationDetail: <T extends Json>(key: string, fallback: T) =>
      evaluate(key, fallback, { withReason: true }) as FlagDetail<Widen<T>>,
    allFlags,
    getFlag,
    bootstrapFlag: client.bootstrapFlag,
    track: client.track,
    servedFlag: client.servedFlag,
    override: client.override,
    recordExposure: (key, fallback) => void evaluate(key, fallback, { isExplicit: true }),
    watch(key, listener, shown) {
      const watcher: Watcher = { key, listener, shown }
      watchers.add(watcher)
      client.setListening(true)
      // One microtask for all that are added together. StrictMode ends an effect and starts it again at once: it is recorded once.
      if (shown && added.push(watcher) === 1) queueMicrotask(recordAdded)
      return () => {
        watchers.delete(watcher)
        client.setListening(watchers.size > 0)
      }
    },
    current: readable(inForce, updates.add),
    stop() {
      unwatch()
      client.close()
    },
  }
}
