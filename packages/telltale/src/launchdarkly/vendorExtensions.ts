import type { Context } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { Extension, ExtensionHost, ExtensionPart } from '../client/extension.ts'
import { type Plugin, runPlugins } from '../client/plugins.ts'
import { type Hook, runHooks, type TrackContext } from '../client/hooks.ts'
import type { FlagClient } from '../client/flagClient.ts'
import { type Inspector, runInspectors } from '../client/inspectors.ts'
import type { ContextReader } from './contextReader.ts'
import type { LDClientV4, LDDataSourceStatus, LDPluginV4 } from './ldClientV4.ts'
import type { LDListener } from './ldModel.ts'

/** The options of the vendor's clients that are extensions of the flag client, with their defaults. */
const DEFAULTS = { hooks: [] as Hook[], inspectors: [] as Inspector[], plugins: [] as Plugin[] }

/** The options of the vendor's clients that are extensions of the flag client. */
export type VendorExtensions = typeof DEFAULTS

/** @param addedHooks receives the hooks that `addHook` adds; they run after all others */
export const vendorExtensions = (addedHooks: readonly Hook[], { readContext, givenFor }: ContextReader) => ({
  readContext,
  defaults: DEFAULTS,
  extensions({ hooks, inspectors, plugins }: VendorExtensions): Pick<ExtensionPart, 'start'>[] {
    const start = (host: ExtensionHost): Extension => {
      const running = runPlugins(plugins, host)
      const inspecting = runInspectors(inspectors, host)
      const observers = [runHooks([...hooks], host), running, runHooks(addedHooks, host), inspecting]
      return {
        ...inspecting,
        ...withGivenContexts(observers, givenFor),
        entered: (context) => inspecting.entered?.(givenFor(context)),
        register: (client) => running.register?.(client),
      }
    }
    return [{ start }, { start: checkMetrics }]
  },
})

/** Reports a metric value that the service cannot use. It is sent nevertheless, as by the vendor's SDKs. */
const checkMetrics = ({ log }: ExtensionHost): Extension => ({
  tracked(event) {
    const { key, metricValue } = event as TrackContext
    const type = typeof (metricValue ?? 0)
    if (type !== 'number') log.warn(`The metricValue of "${key}" must be a number, got ${type} (T144)`)
  },
})

/**
 * The observers with what the vendor's SDKs pass to them: contexts as the application gave them, and no method. A context is copied
 * once for each operation, and only when it is observed.
 */
function withGivenContexts(observers: readonly Extension[], givenFor: ContextReader['givenFor']) {
  const isObserved = () => observers.some((one) => one.isEvaluationObserved?.())
  const asGiven = ({ method: _method, ...operation }: Operation) => ({
    ...operation,
    context: givenFor(operation.context),
  })
  return {
    isEvaluationObserved: isObserved,
    before(series: 'Evaluation' | 'Identify', operation: object) {
      const given = isObserved() && asGiven(operation)
      const afters = given ? observers.map((one) => one.before?.(series, given)).reverse() : []
      return (result: object) => afters.forEach((after) => after?.(result))
    },
    tracked(event: object) {
      const given = isObserved() && asGiven(event)
      if (given) observers.forEach((one) => one.tracked?.(given))
    },
  }
}

interface Operation {
  context?: Context
  method?: string
}

/** The plugin with overrides in the format of the v4 SDK, which has an item with its flag for each value. */
export function pluginV4(plugin: LDPluginV4): Plugin {
  return {
    ...(plugin as object as Plugin),
    getMetadata: () => plugin.getMetadata(),
    register: (client, environment) => plugin.register(client as object as LDClientV4, environment),
    getHooks: (environment) => (plugin.getHooks?.(environment) ?? []) as ReturnType<NonNullable<Plugin['getHooks']>>,
    registerDebug: (overrides) =>
      plugin.registerDebug?.({
        ...overrides,
        setOverride: (key, value) => overrides.setOverride(key, value as Json),
        getAllOverrides: () =>
          Object.fromEntries(
            Object.entries(overrides.getAllOverrides()).map(([key, value]) => [
              key,
              { version: 0, flag: { value, version: 0 } },
            ]),
          ),
      }),
  }
}

interface Target {
  on(name: string, listener: LDListener): void
  off(name: string, listener: LDListener): void
}

/**
 * Keeps listeners as the vendor's clients do: one that is added twice is called twice, and one call of `off` removes both.
 *
 * @param targetOf returns the emitter of an event
 * @param onEdit is called after a listener has been added or removed
 */
export function createVendorListeners(targetOf: (name: string) => Target, onEdit: () => void) {
  let added: { name: string; listener: LDListener; self: unknown; entry: LDListener }[] = []

  return {
    on(given: string, listener: LDListener, self?: unknown) {
      // JavaScript callers may pass something that is not a name: no event has its text.
      const name = String(given)
      const entry: LDListener = (...args) => listener.apply(self, args)
      added.push({ name, listener, self, entry })
      targetOf(name).on(name, entry)
      onEdit()
    },
    /** Without a listener, removes all listeners of the event. */
    off(name: string, listener?: LDListener, self?: unknown) {
      const isSelected = (one: (typeof added)[number]) =>
        one.name === String(name) && (!listener || (one.listener === listener && one.self === self))
      for (const one of added) if (isSelected(one)) targetOf(one.name).off(one.name, one.entry)
      added = added.filter((one) => !isSelected(one))
      onEdit()
    },
  }
}

/** Decides whether changes are streamed: as the application has set it, or else while it listens for changes. */
export function createStreamingSwitch(client: Pick<FlagClient, 'setStreaming'>, isListening: () => boolean) {
  let wanted: boolean | undefined
  const follow = () => client.setStreaming(wanted ?? isListening())

  return {
    set(value: boolean | null | undefined) {
      wanted = value === null || value === undefined ? undefined : Boolean(value)
      follow()
    },
    follow,
  }
}

/** The status of the source of flags, as the v4 SDK reports it. */
export function createDataSourceStatus(clock: Clock, onStatus: (status: LDDataSourceStatus) => void) {
  let status: LDDataSourceStatus = { state: 'CLOSED', stateSince: clock.now() }

  return {
    set(state: LDDataSourceStatus['state']) {
      if (state === status.state) return
      status = { ...status, state, stateSince: clock.now() }
      onStatus(status)
    },
    /** Flags could not be fetched. `isLive`: those of the previous context are still updated. */
    fail({ message }: Error, isLive: boolean) {
      const time = clock.now()
      const state = isLive ? 'VALID' : 'CLOSED'
      const stateSince = state === status.state ? status.stateSince : time
      status = { state, stateSince, lastError: { kind: 'NETWORK_ERROR', message, time } }
      onStatus(status)
    },
  }
}
