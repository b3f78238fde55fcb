import { expect, test } from 'vitest'
import { rentalsAsOf } from '../data/rentals.ts'
import { createRentalBook } from './rentalBook.ts'

const today = new Date(2026, 10, 20, 9)
const open = () => createRentalBook(rentalsAsOf(today), () => today)
const find = (book: ReturnType<typeof open>, id: string) => book.get().find((rental) => rental.id === id)

test('checkOut marks a reserved rental as out from today, and notes it in the history', () => {
  const book = open()
  book.checkOut('R-3138')
  expect(find(book, 'R-3138')).toMatchObject({ status: 'out', from: '2026-11-20', due: '2026-11-24' })
  expect(find(book, 'R-3138')?.history.at(-1)).toEqual({ day: '2026-11-20', text: 'Checked out' })
})

test('takeBack marks an overdue rental as returned today', () => {
  const book = open()
  book.takeBack('R-3118')
  expect(find(book, 'R-3118')).toMatchObject({ status: 'returned', due: '2026-11-20' })
})

test('extend counts from the due date of a rental, or from today if the rental is overdue', () => {
  const book = open()
  book.extend('R-3121', 7)
  book.extend('R-3118', 7)
  expect(find(book, 'R-3121')?.due).toBe('2026-11-30')
  expect(find(book, 'R-3118')?.due).toBe('2026-11-27')
})

test('an action changes nothing if the status of the rental does not allow it or the rental does not exist', () => {
  const book = open()
  const before = book.get()
  book.checkOut('R-3118')
  book.takeBack('R-3138')
  book.extend('R-3138', 7)
  book.takeBack('R-0000')
  expect(book.get()).toEqual(before)
})

test('the rental book notifies its subscribers of a change', () => {
  const book = open()
  let heard = 0
  book.subscribe(() => heard++)
  book.takeBack('R-3118')
  expect(heard).toBe(1)
})
