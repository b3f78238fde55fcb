import { test as base } from '@playwright/test'
import type { Engine, EngineName } from 'stage/engines/engine'
import { startEngine } from 'stage/engines/startEngine'

export { expect } from '@playwright/test'

export interface EngineOption {
  /** The engine of a project. */
  engineName: EngineName
}

/** Tests of this folder use an engine in place of Playwright's browser. It runs for all tests of a worker. */
export const test = base.extend<object, EngineOption & { engine: Engine }>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, provide) => {
      const engine = await startEngine(engineName)
      await provide(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
})
