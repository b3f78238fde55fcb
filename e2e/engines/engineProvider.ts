import { fileURLToPath } from 'node:url'
import { defineBrowserProvider } from '@vitest/browser'
import type { EngineName, Profile } from '../../stage/engines/engine.ts'
import { startEngine } from '../../stage/engines/startEngine.ts'

/**
 * Vitest's browser mode in an engine of the delivery tests, so that no second driver is needed. One test file runs at a time, because
 * the timers of tabs in the background are slow.
 */
export const engineProvider = (name: EngineName) =>
  defineBrowserProvider({
    name: 'engine',
    supportedBrowser: [name],
    providerFactory: () => {
      let started: Promise<{ profile: Profile; close(): Promise<void> }> | undefined
      const start = async () => {
        const engine = await startEngine(name)
        return { profile: await engine.open(), close: () => engine.close() }
      }
      return {
        name: 'engine',
        supportsParallelism: false,
        initScripts: [fileURLToPath(new URL('./engineLocators.mjs', import.meta.url))],
        getCommandsContext: () => ({}),
        async openPage(_session, url) {
          started ??= start()
          const tab = await (await started).profile.openTab()
          await tab.goto(url)
        },
        close: async () => (await started)?.close(),
      }
    },
  })
