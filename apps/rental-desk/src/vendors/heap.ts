import type { HeapInstance } from 'telltale/heap'
import { loadVendorScript } from './loadVendorScript.ts'

declare global {
  var heap: HeapInstance | undefined
}

/** Does what Heap's snippet does: sets the project's id for the script, and loads the script. */
export function startHeap(scripts: string, projectId: string): () => HeapInstance | undefined {
  globalThis.heap = Object.assign([], { appid: projectId, config: {} }) as unknown as HeapInstance
  loadVendorScript(`${scripts}/heap.js`)
  return () => globalThis.heap
}
