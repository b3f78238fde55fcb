import { fileURLToPath } from 'node:url'
import { defineBrowserProvider } from '@vitest/browser'
import { startEngine } from '../../bench/delivery/stage/engines/startEngine.ts'

/** @typedef {import('../../bench/delivery/stage/engines/engine.ts').EngineName} EngineName */

/**
 * Vitest's browser mode in an engine that the delivery tests drive: no second driver is needed. One test file runs at a time,
 * since the timers of tabs in the background are slow.
 *
 * @param {EngineName} name
 */
export const engineProvider = (name) =>
  defineBrowserProvider({
    name: 'engine',
    supportedBrowser: [name],
    providerFactory: () => {
      /** @type {Promise<{ engine: import('../../bench/delivery/stage/engines/engine.ts').Engine, profile: import('../../bench/delivery/stage/engines/engine.ts').Profile }> | undefined} */
      let started
      const start = async () => {
        const engine = await startEngine(name)
        return { engine, profile: await engine.open() }
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
        async close() {
          const { engine } = (await started) ?? {}
          await engine?.close()
        },
      }
    },
  })
