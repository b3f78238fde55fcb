import { isoDateIn } from '../format/isoDate.ts'

/** The values of the quote form, as typed. */
export interface QuoteDraft {
  /** The machine's number; empty until a machine is picked. */
  readonly machine: string
  readonly from: string
  readonly to: string
  readonly customer: string
  readonly notes: string
}

export type QuoteField = keyof QuoteDraft

export function emptyDraft(): QuoteDraft {
  return { machine: '', from: isoDateIn(1), to: isoDateIn(10), customer: '', notes: '' }
}
