import type { HeapInstance } from 'telltale/heap'
import { loadVendorScript } from './loadVendorScript.ts'

declare global {
  var heap: HeapInstance | undefined
}

/** What Heap's snippet does: leaves the project's id for the script, and loads it. */
export function startHeap(scripts: string, projectId: string): () => HeapInstance | undefined {
  globalThis.heap = Object.assign([], { appid: projectId, config: {} }) as unknown as HeapInstance
  loadVendorScript(`${scripts}/heap.js`)
  return () => globalThis.heap
}
