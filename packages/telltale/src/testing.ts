export type { FakeAnswer } from './testing/fakeTransport.ts'
export { fakeDatadog, type FakeDatadog, type FakeDatadogOptions } from './testing/vendors/fakeDatadog.ts'
export { fakeHeap, type FakeHeap, type FakeHeapOptions } from './testing/vendors/fakeHeap.ts'
export {
  fakeIntercom,
  intercomSnippet,
  type FakeIntercom,
  type FakeIntercomOptions,
  type IntercomPage,
  type IntercomSettings,
} from './testing/vendors/fakeIntercom.ts'
export { heapSnippet, type HeapApi, type HeapPage } from './testing/vendors/heapSnippet.ts'
export type { VendorRecord } from './testing/vendors/vendorRecord.ts'
export {
  createTestTelltale,
  type TestPerson,
  type TestTelltale,
  type TestTelltaleOptions,
} from './testkit/createTestTelltale.ts'
export {
  createTestDisk,
  type TestBrowser,
  type TestDisk,
  type TestRequest,
  type TestServer,
} from './testkit/testBrowser.ts'
export type { ContractTest } from './testkit/contractTest.ts'
export { testFlagSource, type FlagSourceOnTest } from './testkit/testFlagSource.ts'
export { testDestination } from './testkit/testDestination.ts'
export type { TestDestinationOptions } from './testkit/destinationBench.ts'
export { testVendor } from './testkit/testVendor.ts'
export type { ScriptCall, VendorOnTest } from './testkit/vendorBench.ts'
