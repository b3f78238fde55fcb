import type { Json } from '../core/model/json.ts'
import type { Plugin } from '../flags/plugins.ts'
import type { LDClientV4, LDPluginV4 } from './ldClientV4.ts'

/** The plugin with overrides in the shape of the v4 SDK, which gives an item with its flag for each value. */
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
