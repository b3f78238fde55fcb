import { fakeHeap, type HeapPage, type VendorRecord } from 'telltale/testing'

declare global {
  /** Tells the journey what Heap's script was given, and what it makes of it. */
  var heapReceived: (record: VendorRecord) => void
}

/** What is served in the place of Heap's script. */
fakeHeap({ page: globalThis as unknown as HeapPage, onReceived: (record) => globalThis.heapReceived(record) })
