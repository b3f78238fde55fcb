import { fakeHeap, type HeapPage, type VendorRecord } from 'telltale/testing'

declare global {
  /** Reports the calls of Heap's script to the journey, and what the script makes of them. */
  var heapReceived: (record: VendorRecord) => void
}

/** Replaces Heap's script. */
fakeHeap({ page: globalThis as unknown as HeapPage, onReceived: (record) => globalThis.heapReceived(record) })
