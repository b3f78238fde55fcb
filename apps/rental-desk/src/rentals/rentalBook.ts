import { isoDateIn } from '../format/isoDate.ts'
import { createStore, type Store } from '../store.ts'
import type { Rental } from './rental.ts'

/** The rentals of this desk and the actions on them. An action that the status of a rental does not allow changes nothing. */
export interface RentalBook extends Pick<Store<readonly Rental[]>, 'get' | 'subscribe'> {
  /** Marks a reserved rental as out from today. */
  checkOut(id: string): void
  /** Marks a rental that is out as returned today. */
  takeBack(id: string): void
  /** Extends a rental that is out by `days`, from its due date or, if it is overdue, from today. */
  extend(id: string, days: number): void
}

export function createRentalBook(rentals: readonly Rental[], today = () => new Date()): RentalBook {
  const { get, set, subscribe } = createStore(rentals)
  const change = (id: string, from: Rental['status'], next: (rental: Rental, now: string) => Partial<Rental>) => {
    const now = isoDateIn(0, today())
    set(get().map((one) => (one.id === id && one.status === from ? { ...one, ...next(one, now) } : one)))
  }
  const noted = ({ history }: Rental, day: string, text: string) => [...history, { day, text }]
  return {
    get,
    subscribe,
    checkOut: (id) =>
      change(id, 'reserved', (rental, now) => ({
        status: 'out',
        from: now,
        history: noted(rental, now, 'Checked out'),
      })),
    takeBack: (id) =>
      change(id, 'out', (rental, now) => ({ status: 'returned', due: now, history: noted(rental, now, 'Taken back') })),
    extend: (id, days) =>
      change(id, 'out', (rental, now) => ({
        due: addDays(rental.due < now ? now : rental.due, days),
        history: noted(rental, now, `Extended by ${days} days`),
      })),
  }
}

function addDays(isoDate: string, days: number): string {
  const [year = 0, month = 1, day = 1] = isoDate.split('-').map(Number)
  return isoDateIn(days, new Date(year, month - 1, day))
}
