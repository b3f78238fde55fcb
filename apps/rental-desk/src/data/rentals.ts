import { isoDateIn } from '../format/isoDate.ts'
import type { Rental, RentalStep } from '../rentals/rental.ts'
import type { CustomerId } from './customers.ts'
import type { SiteId } from './sites.ts'

type Row = readonly [
  id: string,
  machine: string,
  customer: CustomerId,
  site: SiteId,
  contact: string,
  status: Rental['status'],
  fromInDays: number,
  dueInDays: number,
]

const rows: readonly Row[] = [
  ['R-3118', 'AP-405', 'harbor-and-pine', 'tower', 'Aiko Tanaka', 'out', -20, -2],
  ['R-3124', 'CP-533', 'tri-county-paving', 'highway', 'Joe Brandvold', 'out', -8, -1],
  ['R-3127', 'AP-311', 'northgate-events', 'arena', 'Priya Raman', 'out', -6, 0],
  ['R-3130', 'GN-644', 'northgate-events', 'arena', 'Priya Raman', 'out', -4, 1],
  ['R-3121', 'EX-117', 'stonebridge-civil', 'bridge', 'Luis Ortega', 'out', -9, 3],
  ['R-3129', 'TH-083', 'stonebridge-civil', 'quay', 'Dana Whitfield', 'out', -5, 6],
  ['R-3119', 'EX-214', 'delmar-foundations', 'quarry', 'Hanna Delmar', 'out', -12, 8],
  ['R-3132', 'LD-062', 'tri-county-paving', 'highway', 'Joe Brandvold', 'out', -3, 11],
  ['R-3135', 'PM-816', 'redwater-irrigation', 'station', 'Carl Ibsen', 'reserved', 0, 6],
  ['R-3136', 'LD-058', 'calloway-utilities', 'substation', 'Ruth Calloway', 'reserved', 0, 9],
  ['R-3138', 'AP-418', 'northgate-events', 'arena', 'Priya Raman', 'reserved', 1, 4],
  ['R-3109', 'EX-209', 'delmar-foundations', 'quarry', 'Hanna Delmar', 'returned', -26, -6],
  ['R-3113', 'LT-702', 'northgate-events', 'arena', 'Priya Raman', 'returned', -15, -9],
]

/** Days between the reservation of a rental and its first day. */
const AGREED_BEFORE = 4

/** The sample rentals. Their dates are relative to `today`, so that the demo never looks out of date. */
export function rentalsAsOf(today = new Date()): readonly Rental[] {
  return rows.map(([id, machine, customer, site, contact, status, fromInDays, dueInDays]) => {
    const from = isoDateIn(fromInDays, today)
    const due = isoDateIn(dueInDays, today)
    const agreed: RentalStep = { day: isoDateIn(Math.min(fromInDays - AGREED_BEFORE, -1), today), text: 'Reserved' }
    const out: RentalStep = { day: from, text: 'Checked out' }
    const back: RentalStep = { day: due, text: 'Taken back' }
    const history = { reserved: [agreed], out: [agreed, out], returned: [agreed, out, back] }[status]
    return { id, machine, customer, site, contact, status, from, due, history }
  })
}
