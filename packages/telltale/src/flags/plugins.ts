import { attempt } from '../core/lib/attempt.ts'
import type { Json } from '../core/model/json.ts'
import { objectsIn, type Extension, type ExtensionHost, type ExtensionPart, type FlagExtension } from './extension.ts'
import type { FlagClient } from './flagClient.ts'
import { VERSION } from './flagEvents.ts'
import { runHooks, type Hook } from './hooks.ts'

/** Sets flag values for this page alone, for developer tools. */
export interface DebugOverrides {
  setOverride(key: string, value: Json): void
  removeOverride(key: string): void
  clearAllOverrides(): void
  getAllOverrides(): Readonly<Record<string, unknown>>
}

export interface PluginEnvironment {
  readonly sdk: {
    readonly name: string
    readonly version: string
    readonly wrapperName?: string
    readonly wrapperVersion?: string
  }
  readonly application?: { readonly id?: string; readonly version?: string }
  readonly clientSideId: string
}

/** An extension of a client, such as a developer toolbar. */
export interface Plugin {
  getMetadata(): { name: string }
  register(client: FlagClient, environment: PluginEnvironment): void
  getHooks?(environment: PluginEnvironment): readonly Hook[]
  registerDebug?(overrides: DebugOverrides): void
}

/** Registers plugins with the client when it has been created. Their hooks run from the start. */
export const withPlugins = (plugins: readonly Plugin[]): FlagExtension => {
  const part: ExtensionPart = {
    name: 'plugins',
    start: (host) => runPlugins(objectsIn(plugins, 'withPlugins', host.log), host),
  }
  return part
}

export function runPlugins(plugins: readonly Plugin[], host: ExtensionHost): Extension {
  const { overrides: values, update, settings, log } = host
  const { clientSideId, wrapperName, wrapperVersion } = settings
  const { id, version } = settings.application
  const environment = {
    sdk: {
      name: 'telltale',
      version: VERSION,
      ...(wrapperName && { wrapperName }),
      ...(wrapperVersion && { wrapperVersion }),
    },
    ...((id || version) && { application: { id, version } }),
    clientSideId,
  } as PluginEnvironment
  const removeOverride = (key: string) => update(key, () => delete values[key])
  const overrides: DebugOverrides = {
    setOverride: (key, value) => update(key, () => (values[key] = { value, version: 0 })),
    removeOverride,
    clearAllOverrides: () => Object.keys(values).forEach(removeOverride),
    getAllOverrides: () => Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value])),
  }
  const each = (action: (plugin: Plugin) => void) =>
    plugins.forEach((plugin) =>
      attempt(
        () => action(plugin),
        (error) => log.error(`Plugin threw: ${String(error)} (T125)`),
      ),
    )

  const hooks: Hook[] = []
  each((plugin) => hooks.push(...(plugin.getHooks?.(environment) ?? [])))
  return {
    ...runHooks(hooks, host),
    register: (registered) =>
      each((plugin) => {
        plugin.register(registered, environment)
        plugin.registerDebug?.(overrides)
      }),
  }
}
