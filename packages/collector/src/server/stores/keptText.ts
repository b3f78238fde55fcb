import type { RetentionChange } from './storeKind.ts'

interface Days {
  readonly retentionDays: number
  readonly consentRetentionDays: number
}

/** What the command `retention` changes. */
export const daysOf = ({ days, consentDays }: RetentionChange): Partial<Days> => ({
  ...(days !== undefined && { retentionDays: days }),
  ...(consentDays !== undefined && { consentRetentionDays: consentDays || Infinity }),
})

/** For how long a store keeps events. A file of an earlier version says nothing until a collector has opened it. */
export function keptText({ retentionDays, consentRetentionDays }: Days): string {
  const events = retentionDays === Infinity ? 'ever, until a collector opens the file' : daysText(retentionDays)
  const consents =
    consentRetentionDays === Infinity
      ? 'until somebody deletes them'
      : `for ${daysText(Math.max(consentRetentionDays, retentionDays))}`
  return `Events are kept for ${events}. Decisions about consent are kept ${consents}.`
}

const daysText = (days: number) => (days === 1 ? 'one day' : `${days} days`)
