import { afterAll, beforeAll, expect, it } from 'vitest'
import { BROKEN_DESTINATIONS } from './brokenDestinations.suite.ts'
import { testDestination } from './testDestination.ts'

const { debug } = console
beforeAll(() => void (console.debug = () => {}))
afterAll(() => void (console.debug = debug))

it.each(BROKEN_DESTINATIONS)('no check but "%s" fails for a destination that %s', async (title, _defect, start) => {
  const failed: string[] = []
  for (const [index, { name }] of testDestination(start()).entries()) {
    // Each check begins with a new module of the application.
    const check = testDestination(start())[index]
    await check?.run().catch(() => failed.push(name))
  }
  expect(failed).toEqual([title])
})
