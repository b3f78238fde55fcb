import { afterEach, beforeEach } from 'vitest'
import { consoleOf, type ConsoleForTest } from './consoleOf.ts'
import { startForTest, type ServicesForTest } from './startForTest.ts'

/** The services of the test that runs, and a console that is open at them. */
export let services: ServicesForTest
export let it: ConsoleForTest

/** Gives each test of a file services and a console of its own. */
export function eachWithConsole(): void {
  beforeEach(async () => {
    services = await startForTest()
    it = await consoleOf(services.url)
  })
  afterEach(async () => {
    it.close()
    await services.close()
  })
}
