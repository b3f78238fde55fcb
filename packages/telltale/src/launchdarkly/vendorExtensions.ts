import type { Json } from '../core/model/json.ts'
import type { ExtensionPart } from '../flags/extension.ts'
import { type Hook, runHooks } from '../flags/hooks.ts'
import { type Inspector, runInspectors } from '../flags/inspectors.ts'
import { type Plugin, runPlugins } from '../flags/plugins.ts'
import type { LDClientV4, LDPluginV4 } from './ldClientV4.ts'

/** The options of the vendor's clients that are extensions of the flag client, with their defaults. */
const DEFAULTS = { hooks: [] as Hook[], inspectors: [] as Inspector[], plugins: [] as Plugin[] }

/** The options of the vendor's clients that are extensions of the flag client. */
export type VendorExtensions = typeof DEFAULTS

/** @param addedHooks receives the hooks that `addHook` adds; they run after all others */
export const vendorExtensions = (addedHooks: readonly Hook[]) => ({
  defaults: DEFAULTS,
  extensions: ({ hooks, inspectors, plugins }: VendorExtensions): Pick<ExtensionPart, 'start'>[] => [
    { start: (host) => runHooks([...hooks], host) },
    { start: (host) => runPlugins(plugins, host) },
    { start: (host) => runHooks(addedHooks, host) },
    { start: (host) => runInspectors(inspectors, host) },
  ],
})

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
