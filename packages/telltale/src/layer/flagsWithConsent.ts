import { checkOptions, text } from '../core/checkOptions.ts'
import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { createListeners, throwLater } from '../core/lib/listeners.ts'
import { readable } from '../core/lib/readable.ts'
import { isFunction, readOnce, valueAt } from '../core/optionTable.ts'
import type { FlagsPart, LayerFlags, RunningFlags } from '../flags/flags.ts'
import { noFlags } from './registeredFlags.ts'

/** The option of `flagsWithConsent`. */
export interface FlagConsentOptions {
  /** The purpose without which no flags are requested, such as `functional`. */
  readonly purpose: string
}

/** The flags of a layer, as the consent of the settings sees them. */
interface GatedFlags extends FlagsPart {
  readonly purpose: string
}

const isFlags = (value: unknown) => isFunction(valueAt(value, 'start'))

/** See `flagsWithConsent` of `telltale/consent-flags`. */
export function flagsWithConsent(given: LayerFlags, options: FlagConsentOptions): GatedFlags {
  const table = { flags: [isFlags, 'the flags of the layer, such as launchDarkly(…)'] as const, purpose: text }
  const what = 'flagsWithConsent'
  const own = { ...readOnce(options), flags: given } as FlagConsentOptions & { flags: FlagsPart }
  const { flags: part, purpose } = checkOptions({ what, table, required: ['flags', 'purpose'] }, own).options
  return {
    ...part,
    purpose,
    // A page begins with what holds before it is known what the user allows.
    bootstrapFlag: () => undefined,
    start: (host) => startHeld(part, host),
  }
}

type WatchArgs = Parameters<RunningFlags['watch']>

/** Forwards to the flags while they are allowed, and otherwise has none: each read returns its fallback, and no event waits. */
function startHeld(part: FlagsPart, host: Host): RunningFlags {
  const { permits } = host.platform
  const none = noFlags(host)
  const updates = createListeners<[]>()
  const statusUpdates = createListeners<[]>()
  /** With what ends what the flags themselves have of it. */
  const watches = new Map<WatchArgs, () => void>()
  let flags = none
  let unwatch: readonly (() => void)[] = []

  function settle() {
    const isAllowed = !permits || permits.of('flags') === 'granted'
    if (isAllowed === (flags !== none)) return
    leave()
    flags = isAllowed ? part.start(host) : none
    unwatch = [flags.current.watch(updates.notify), flags.status.watch(statusUpdates.notify)]
    for (const args of watches.keys()) watches.set(args, flags.watch(...args))
    updates.notify()
    statusUpdates.notify()
    for (const [, listener] of [...watches.keys()]) attempt(listener, throwLater)
  }

  function leave() {
    for (const end of [...unwatch, ...watches.values()]) end()
    flags.stop()
  }

  settle()
  const unhear = permits?.watch(settle)
  return {
    status: readable(() => flags.status.get(), statusUpdates.add),
    variation: (...args) => flags.variation(...args),
    variationDetail: (...args) => flags.variationDetail(...args),
    allFlags: () => flags.allFlags(),
    getFlag: (key) => flags.getFlag(key),
    bootstrapFlag: () => undefined,
    servedFlag: (key) => flags.servedFlag(key),
    recordExposure: (...args) => flags.recordExposure(...args),
    watch(...args) {
      watches.set(args, flags.watch(...args))
      return () => {
        watches.get(args)?.()
        watches.delete(args)
      }
    },
    track: (...args) => flags.track(...args),
    override: (...args) => flags.override(...args),
    current: readable(() => flags.current.get(), updates.add),
    stop() {
      unhear?.()
      leave()
    },
  }
}
