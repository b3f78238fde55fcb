import type { ContractTest } from './contractTest.ts'
import type { VendorOnTest } from './vendorBench.ts'
import { vendorBench } from './vendorBench.ts'
import { VENDOR_CHECKS } from './vendorChecks.ts'

/**
 * The checks that a vendor passes, in a real layer: for (const { name, run } of testVendor(start)) it(name, run)
 *
 * @param start - called for each page of a check: returns the vendor, and what its script receives on this page. The script is a fake
 * that knows no user yet.
 */
export function testVendor(start: () => VendorOnTest): readonly ContractTest[] {
  return VENDOR_CHECKS.map(([name, check]) => ({
    name,
    async run() {
      const bench = vendorBench(start)
      try {
        await check(bench)
      } finally {
        bench.stop()
      }
    },
  }))
}
