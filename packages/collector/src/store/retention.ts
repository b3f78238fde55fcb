import type { Log } from '../collectorOptions.ts'

/** For how many days a store keeps events if nobody has chosen: as long as a browser may keep what it cannot deliver. */
export const DEFAULT_DAYS = 31
const MOST_DAYS = 3650

/** @throws a sentence, if events cannot be kept for so many days */
export function checkDays(days: number | undefined, setting = 'retentionDays'): void {
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS))
    throw new Error(`The setting "${setting}" must be a whole number from 1 to ${MOST_DAYS}.`)
}

/** The same for decisions about consent, which may be kept until somebody deletes them: `Infinity`. @throws a sentence */
export function checkConsentDays(days: number | undefined): void {
  if (days !== Infinity) checkDays(days, 'consentRetentionDays')
}

/** Tells an operator that the store keeps more than this process was told, and that nothing was deleted therefore. */
export function tellKeptLonger(log: Log, setting: string, { chosen, kept }: { chosen: number; kept: number }): void {
  log(
    'warn',
    `The store keeps more than the setting "${setting}" says. To delete sooner, change it with the command "retention".`,
    { chosen, kept: kept === Infinity ? 'unlimited' : kept },
  )
}
