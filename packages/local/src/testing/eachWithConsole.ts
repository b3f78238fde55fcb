import { afterEach, beforeEach } from 'vitest'
import { consoleOf, type ConsoleForTest } from './consoleOf.ts'
import { startForTest, type ServicesForTest } from './startForTest.ts'

/** The services of the running test, and a console that is connected to them. */
export let services: ServicesForTest
export let it: ConsoleForTest

/** Starts services and a console for each test of a file. */
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
