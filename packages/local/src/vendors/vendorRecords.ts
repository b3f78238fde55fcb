import type { VendorName, VendorRecord } from '../protocol/vendorRecord.ts'

/** The calls that the vendors' stand-ins received. Bounded: the oldest is dropped first. */
export interface VendorRecords {
  add(vendor: VendorName, reported: readonly VendorEntry[]): void
  /** The newest last. */
  all(): readonly VendorRecord[]
  forget(): void
  /** Called with new records, or with an empty list when all were cleared. */
  subscribe(listener: (records: readonly VendorRecord[]) => void): () => void
}

export type VendorEntry = Omit<VendorRecord, 'seq' | 'vendor' | 'at'>

const MAX_RECORDS = 2000

export function createVendorRecords(): VendorRecords {
  const listeners = new Set<(records: readonly VendorRecord[]) => void>()
  let records: VendorRecord[] = []
  let seq = 0

  function announce(news: readonly VendorRecord[]): void {
    for (const listener of [...listeners]) listener(news)
  }

  return {
    add(vendor, reported) {
      const at = Date.now()
      const news = reported.slice(-MAX_RECORDS).map((entry) => ({ seq: ++seq, vendor, at, ...entry }))
      records = [...records, ...news].slice(-MAX_RECORDS)
      announce(news)
    },
    all: () => records,
    forget() {
      records = []
      announce([])
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
