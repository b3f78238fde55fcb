import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { datadog } from '../adapters/datadog.ts'
import { heap } from '../adapters/heap.ts'
import { intercom } from '../adapters/intercom.ts'
import { vendorDestination } from '../events/destinations/vendorDestination.ts'
import { fakeDatadog } from '../testing/vendors/fakeDatadog.ts'
import { fakeHeap } from '../testing/vendors/fakeHeap.ts'
import { fakeIntercom, intercomSnippet, type IntercomPage } from '../testing/vendors/fakeIntercom.ts'
import type { HeapPage } from '../testing/vendors/heapSnippet.ts'
import type { VendorRecord } from '../testing/vendors/vendorRecord.ts'
import { BROKEN_VENDORS, ownOnTest } from './brokenVendors.suite.ts'
import { testVendor } from './testVendor.ts'
import type { ScriptCall, VendorOnTest } from './vendorBench.ts'

type Properties = Readonly<Record<string, unknown>>

/** Reads what a fake vendor has received. */
const callsOf = (records: readonly VendorRecord[], read: (record: VendorRecord) => ScriptCall | undefined) =>
  records.flatMap((record) => read(record) ?? [])

function heapOnTest(): VendorOnTest {
  const page: HeapPage = {}
  let received: readonly VendorRecord[] = []
  return {
    vendor: vendorDestination(heap({ instance: () => page.heap })),
    load() {
      page.heap = { appid: 'test-project' } as never
      ;({ received } = fakeHeap({ page }))
    },
    received: () =>
      callsOf(received, ({ method, given: [first, second] }) => {
        if (method === 'identify') return { type: 'identify', user: first as string }
        if (method === 'resetIdentity') return { type: 'reset' }
        if (method === 'track') return { type: 'track', name: first as string, properties: second as Properties }
        return undefined
      }),
  }
}

function datadogOnTest(): VendorOnTest {
  const rum = fakeDatadog()
  let isLoaded = false
  return {
    vendor: vendorDestination(datadog({ instance: () => (isLoaded ? rum : undefined) })),
    load() {
      isLoaded = true
      rum.init({ applicationId: 'a', clientToken: 't' })
    },
    received: () =>
      callsOf(rum.received, ({ method, given: [first, second] }) => {
        if (method === 'setUser') return { type: 'identify', user: (first as { id: string }).id }
        if (method === 'clearUser') return { type: 'reset' }
        if (method === 'addAction') return { type: 'track', name: first as string, properties: second as Properties }
        return undefined
      }),
  }
}

function intercomOnTest(): VendorOnTest {
  const page: IntercomPage = {}
  intercomSnippet(page)
  let received: readonly VendorRecord[] = []
  return {
    vendor: vendorDestination(intercom({ appId: 'app', instance: () => page.Intercom })),
    load: () => void ({ received } = fakeIntercom({ page })),
    received: () =>
      callsOf(received, ({ method, given: [first, second] }) => {
        const user = (first as { user_id?: string } | undefined)?.user_id
        if (method === 'boot' || method === 'update') return user === undefined ? undefined : { type: 'identify', user }
        if (method === 'shutdown') return { type: 'reset' }
        if (method === 'trackEvent') return { type: 'track', name: first as string, properties: second as Properties }
        return undefined
      }),
  }
}

describe.each([
  ['heap', heapOnTest],
  ['datadog', datadogOnTest],
  ['intercom', intercomOnTest],
  ['an application', () => ownOnTest()],
])('the vendor of %s', (_name, start) => {
  for (const { name, run } of testVendor(start)) it(name, run)
})

const { debug } = console
beforeAll(() => void (console.debug = () => {}))
afterAll(() => void (console.debug = debug))

it('there is a broken vendor for each check', () => {
  const names = testVendor(() => ownOnTest()).map(({ name }) => name)
  expect(BROKEN_VENDORS.map(([name]) => name)).toEqual(names)
})

it.each(BROKEN_VENDORS)('only one check fails, "%s", for a vendor that %s', async (title, _defect, start) => {
  const failed: string[] = []
  for (const [index, { name }] of testVendor(start()).entries()) {
    // Each check begins with a new module of the application.
    const check = testVendor(start())[index]
    await check?.run().catch(({ message }: Error) => failed.push(`${name}: ${message}`))
  }
  expect(failed).toEqual([expect.stringMatching(new RegExp(`^${title}: [A-Z].*[.]`))])
})
