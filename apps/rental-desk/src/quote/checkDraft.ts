import type { Machine } from '../data/machine.ts'
import { statuses } from '../data/statuses.ts'
import { dayLabel } from '../format/dayLabel.ts'
import { daysBetween, isoDateIn } from '../format/isoDate.ts'
import type { QuoteDraft, QuoteField } from './quoteDraft.ts'
import { rentalDays } from './rentalDays.ts'

/** The longest rental that can be quoted here, in days. Longer rentals are negotiated. */
const MAX_DAYS = 365

/** The error message for each invalid field. Empty if the quote can be sent. */
export function checkDraft(
  draft: QuoteDraft,
  machine: Machine | undefined,
  today = new Date(),
): Partial<Record<QuoteField, string>> {
  const start = startProblem(draft.from, machine, today)
  const end = start === undefined || areReversed(draft) ? endProblem(draft) : undefined
  return {
    ...(machine === undefined && { machine: 'Choose a machine for the quote.' }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
    ...(draft.customer.trim() === '' && { customer: 'Who is the quote for?' }),
  }
}

/** Whether both dates are set and in the wrong order. A year before 1000, such as `0202`, is still being typed. */
export const areReversed = ({ from, to }: QuoteDraft) => from !== '' && to >= '1000' && to < from

function startProblem(from: string, machine: Machine | undefined, today: Date): string | undefined {
  if (from === '') return 'When does it go out?'
  if (daysBetween(isoDateIn(0, today), from) < 0) return 'This date is in the past.'
  if (!machine || machine.freeInDays === 0) return undefined
  const free = isoDateIn(machine.freeInDays, today)
  if (daysBetween(free, from) >= 0) return undefined
  return `${statuses[machine.status]}: can go out from ${dayLabel(free)}.`
}

function endProblem(draft: QuoteDraft): string | undefined {
  if (draft.to === '') return 'When does it come back?'
  const days = rentalDays(draft)
  if (days === 0) return 'It cannot come back before it goes out.'
  return days > MAX_DAYS ? 'Longer than a year: ask the rental manager.' : undefined
}
