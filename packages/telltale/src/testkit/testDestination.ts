import type { BuiltInDestination, Destination } from '../events/destinations/destination.ts'
import type { ContractTest } from './contractTest.ts'
import { destinationBench, type TestDestinationOptions } from './destinationBench.ts'
import { DESTINATION_CHECKS } from './destinationChecks.ts'
import { PAGE_END_CHECKS } from './pageEndChecks.ts'
import { REQUEST_CHECKS } from './requestChecks.ts'

/**
 * The checks that a destination of events passes, in a real layer whose network each check controls: for (const { name, run } of
 * testDestination(create)) it(name, run)
 *
 * While a check runs, it replaces the global `fetch`. Run the checks one after another, and without a fake clock.
 *
 * @param create - called for each page of a check: returns the destination as it is passed to the layer
 */
export function testDestination(
  create: () => Destination | BuiltInDestination,
  options: TestDestinationOptions = {},
): readonly ContractTest[] {
  const checks =
    options.http === false ? DESTINATION_CHECKS : [...DESTINATION_CHECKS, ...REQUEST_CHECKS, ...PAGE_END_CHECKS]
  return checks.map(([name, check]) => ({
    name,
    async run() {
      const bench = destinationBench(create, options)
      try {
        await check(bench)
      } finally {
        bench.stop()
      }
    },
  }))
}
