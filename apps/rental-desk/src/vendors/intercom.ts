import type { IntercomCall } from 'telltale/intercom'
import { loadVendorScript } from './loadVendorScript.ts'

declare global {
  var Intercom: IntercomCall | undefined
}

/** What Intercom's snippet does: a stub that queues calls, and the widget's script that takes them over. */
export function startIntercom(scripts: string): () => IntercomCall | undefined {
  const queue: unknown[][] = []
  globalThis.Intercom = Object.assign((...call: unknown[]) => void queue.push(call), { q: queue })
  loadVendorScript(`${scripts}/intercom.js`)
  return () => globalThis.Intercom
}
