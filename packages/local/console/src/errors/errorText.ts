import type { WhoRow } from '../../../src/errors/compareGroups.ts'
import type { ErrorGroup, Names } from '../../../src/errors/errorGroups.ts'
import type { Period, PeriodName } from '../../../src/errors/period.ts'
import { countText } from '../format/countText.ts'
import { isoTime } from '../format/time.ts'

/** A period as it completes a sentence. */
export const PERIOD_TEXTS: Readonly<Record<PeriodName, string>> = {
  '1h': 'the last hour',
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
}

/** `TypeError: No price`. A message may be empty. */
export const titleOf = ({ type, message }: Pick<ErrorGroup, 'type' | 'message'>): string =>
  message === '' ? type : `${type}: ${message}`

/** `2026-11-30 13:05`, in UTC. */
export const minuteOf = (at: number): string => isoTime(at)?.slice(0, 16).replace('T', ' ') ?? '–'

/** `2026.11.28, 2026.11.27 and 3 more`. */
export const namesText = ({ names, more }: Names): string =>
  `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`

/** Errors that are no errors of a known user. */
export function apartTexts({ impersonated, automated, unknown }: ErrorGroup): readonly string[] {
  const parts = [
    [impersonated, 'impersonated'],
    [automated, 'automated'],
    [unknown, 'of nobody known'],
  ] as const
  return parts.filter(([count]) => count > 0).map(([count, says]) => `${count.toLocaleString('en')} ${says}`)
}

/** What the bars of a group show. */
export function barsText(
  { counts }: Pick<ErrorGroup, 'counts'>,
  { from, step }: Pick<Period, 'from' | 'step'>,
): string {
  const most = Math.max(...counts)
  const all = counts.reduce((sum, count) => sum + count, 0)
  const start = from + counts.indexOf(most) * step
  return `${countText(all, 'error')} over time. The most are ${most.toLocaleString('en')}, from ${minuteOf(start)} to ${minuteOf(start + step)} UTC`
}

/** What is said of a group of people. */
export function decisionText({ decision, missing }: Pick<WhoRow, 'decision' | 'missing'>): string {
  switch (decision) {
    case 'more':
      return 'more often'
    case 'less':
      return 'less often'
    case 'none':
      return 'no difference found'
    case 'too few':
      return `${missing.toLocaleString('en')} more people needed`
  }
}
