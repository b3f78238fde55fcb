import type { IntercomCall } from 'telltale/intercom'
import { loadVendorScript } from './loadVendorScript.ts'

declare global {
  var Intercom: IntercomCall | undefined
}

/** Does what Intercom's snippet does: installs a stub that queues calls, and loads the script, which takes over the queue. */
export function startIntercom(scripts: string): () => IntercomCall | undefined {
  const queue: unknown[][] = []
  globalThis.Intercom = Object.assign((...call: unknown[]) => void queue.push(call), { q: queue })
  loadVendorScript(`${scripts}/intercom.js`)
  return () => globalThis.Intercom
}
