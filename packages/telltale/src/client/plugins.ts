import { attempt } from '../core/lib/attempt.ts'
import { copyJson } from '../core/lib/json.ts'
import type { Json } from '../core/model/json.ts'
import { VERSION } from '../core/version.ts'
import { listExtension, type Extension, type ExtensionHost } from './extension.ts'
import type { FlagClient } from './flagClient.ts'
import type { FlagExtension } from './flagClientOptions.ts'
import { runHooks, type Hook } from './hooks.ts'

/** Sets flag values for this page alone, for developer tools. */
export interface DebugOverrides {
  /** Sets the value of a flag, whatever the service sends. */
  setOverride(key: string, value: Json): void
  /** Restores the service’s value of a flag. */
  removeOverride(key: string): void
  /** Restores the service’s values of all flags. */
  clearAllOverrides(): void
  /** Returns the values that are set, by the keys of their flags. */
  getAllOverrides(): Readonly<Record<string, unknown>>
}

/** The client and its application, as a plugin receives them. */
export interface PluginEnvironment {
  /** This library, `telltale`, and the wrapper of the options. */
  readonly sdk: {
    readonly name: string
    readonly version: string
    readonly wrapperName?: string
    readonly wrapperVersion?: string
  }
  /** The `application` of the options. */
  readonly application?: { readonly id?: string; readonly version?: string }
  /** The id of the environment in the options. */
  readonly clientSideId: string
}

/** An extension of a client, such as a developer toolbar. */
export interface Plugin {
  /** Returns the name of the plugin. */
  getMetadata(): { name: string }
  /** Called once, when the client has been created. */
  register(client: FlagClient, environment: PluginEnvironment): void
  /** Returns hooks to add to the client before its first operation. */
  getHooks?(environment: PluginEnvironment): readonly Hook[]
  /** Called with the means to override flags. */
  registerDebug?(overrides: DebugOverrides): void
}

/** Registers plugins with the client when it has been created. Their hooks run from the start. */
export const withPlugins = (plugins: readonly Plugin[]): FlagExtension =>
  listExtension('withPlugins', plugins, runPlugins)

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
    setOverride: (key, value) => update(key, () => (values[key] = { value: copyJson(value), version: 0 })),
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
