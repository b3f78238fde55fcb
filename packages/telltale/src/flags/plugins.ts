import { attempt } from '../core/lib/attempt.ts'
import type { Json } from '../core/model/json.ts'
import type { Log } from '../core/ports/log.ts'
import type { FlagClient } from './flagClient.ts'
import type { FlagClientSettings } from './flagSettings.ts'
import type { Changes, FlagStore } from './flagStore.ts'
import { VERSION } from './headers.ts'
import type { Hook } from './hooks.ts'

/** Values that a developer's tool sets, for this page alone. */
export interface DebugOverrides {
  setOverride(key: string, value: Json): void
  removeOverride(key: string): void
  clearAllOverrides(): void
  getAllOverrides(): Readonly<Record<string, unknown>>
}

export interface PluginEnvironment {
  readonly sdk: { readonly name: string; readonly version: string }
  readonly application?: object
  readonly clientSideId: string
}

/** Something that adds to a client, a developer's toolbar for example. */
export interface Plugin {
  getMetadata(): { name: string }
  register(client: FlagClient, environment: PluginEnvironment): void
  getHooks?(environment: PluginEnvironment): readonly Hook[]
  registerDebug?(overrides: DebugOverrides): void
}

interface PluginNeeds {
  settings: FlagClientSettings
  store: FlagStore
  announce(changes: Changes): void
  hooks: Hook[]
  log: Log
}

/** Lets the plugins add their hooks at once, and answers what registers them when the client is made. */
export function addPlugins({ settings, store, announce, hooks, log }: PluginNeeds) {
  const { application, clientSideId, plugins } = settings
  const environment = { sdk: { name: 'telltale', version: VERSION }, ...(application && { application }), clientSideId }
  const removeOverride = (key: string) => announce(store.override(key, undefined))
  const overrides: DebugOverrides = {
    setOverride: (key, value) => announce(store.override(key, { value, version: 0 })),
    removeOverride,
    clearAllOverrides: () => Object.keys(store.overrides()).forEach(removeOverride),
    getAllOverrides: () =>
      Object.fromEntries(Object.entries(store.overrides()).map(([key, { value }]) => [key, value])),
  }
  const each = (action: (plugin: Plugin) => void) =>
    plugins.forEach((plugin) =>
      attempt(
        () => action(plugin),
        (error) => log.error(`Plugin threw: ${String(error)}`),
      ),
    )

  each((plugin) => hooks.push(...(plugin.getHooks?.(environment) ?? [])))
  return (client: FlagClient) =>
    each((plugin) => {
      plugin.register(client, environment)
      plugin.registerDebug?.(overrides)
    })
}
