import { expect, test } from 'vitest'
import { fleet } from '../data/fleet.ts'
import { rentalsAsOf } from '../data/rentals.ts'
import { createRentalBook } from '../rentals/rentalBook.ts'
import { machinesNow } from './machinesNow.ts'

const today = new Date(2026, 10, 20, 9)
const open = () => createRentalBook(rentalsAsOf(today), () => today)
const machine = (book: ReturnType<typeof open>, number: string) =>
  machinesNow(fleet, book.get(), today).find((one) => one.number === number)

test('a machine with a rental is on rent or reserved, and is free one day after the rental is due', () => {
  expect(machine(open(), 'EX-214')).toMatchObject({ status: 'on-rent', freeInDays: 9 })
  expect(machine(open(), 'AP-418')).toMatchObject({ status: 'reserved', freeInDays: 5 })
})

test('a machine with an overdue rental is free tomorrow', () => {
  expect(machine(open(), 'AP-405')).toMatchObject({ status: 'on-rent', freeInDays: 1 })
})

test('a machine is available after it is taken back, and on rent after it is checked out', () => {
  const book = open()
  book.takeBack('R-3119')
  book.checkOut('R-3138')
  expect(machine(book, 'EX-214')).toMatchObject({ status: 'available', freeInDays: 0 })
  expect(machine(book, 'AP-418')).toMatchObject({ status: 'on-rent' })
})

test('a machine in the workshop keeps its status and the days until it is free', () => {
  expect(machine(open(), 'CR-012')).toMatchObject({ status: 'workshop', freeInDays: 14 })
})
