import type { VendorRecord } from 'telltale/testing'

/** Milliseconds. Calls within this time are reported together. */
const GATHER_MS = 50

/** Reports the calls that a stand-in received to the services that served its script, even while the page is being left. */
export function reporter(vendor: VendorRecord['vendor']): (record: VendorRecord) => void {
  // `document.currentScript` is set only while the script runs.
  const source = (document.currentScript as HTMLScriptElement | null)?.src ?? location.href
  const address = new URL(`/vendors/${vendor}`, source).href
  let waiting: VendorRecord[] = []
  let timer: number | undefined

  function send(): void {
    window.clearTimeout(timer)
    timer = undefined
    const records = waiting
    waiting = []
    // A string avoids a preflight: a stand-in must not cost more than the vendor.
    if (records.length > 0)
      fetch(address, { method: 'POST', body: JSON.stringify(records), keepalive: true }).catch(() => undefined)
  }

  addEventListener('pagehide', send)
  return (record) => {
    waiting.push(record)
    timer ??= window.setTimeout(send, GATHER_MS)
  }
}
