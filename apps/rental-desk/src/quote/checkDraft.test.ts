import { expect, test } from 'vitest'
import type { Machine } from '../data/machine.ts'
import { checkDraft } from './checkDraft.ts'
import type { QuoteDraft } from './quoteDraft.ts'

const today = new Date(2026, 10, 20, 9)
const ready: Machine = {
  number: 'EX-1',
  model: 'Digger',
  summary: '1 t',
  category: 'excavators',
  yard: 'mill-road',
  status: 'available',
  freeInDays: 0,
  dayRate: 100,
}
const onRent: Machine = { ...ready, status: 'on-rent', freeInDays: 4 }
const draft: QuoteDraft = { machine: 'EX-1', from: '2026-11-21', to: '2026-11-30', customer: 'Stonebridge', notes: '' }

test('checkDraft returns no problems for a complete draft', () => {
  expect(checkDraft(draft, ready, today)).toEqual({})
})

test.each<{ what: string; change: Partial<QuoteDraft>; machine?: Machine; problems: object }>([
  { what: 'the first day is missing', change: { from: '' }, problems: { from: 'When does it go out?' } },
  {
    what: 'the first day is yesterday',
    change: { from: '2026-11-19' },
    problems: { from: 'This date is in the past.' },
  },
  { what: 'the first day is today', change: { from: '2026-11-20' }, problems: {} },
  { what: 'the last day is missing', change: { to: '' }, problems: { to: 'When does it come back?' } },
  {
    what: 'it comes back before it goes out',
    change: { to: '2026-11-20' },
    problems: { to: 'It cannot come back before it goes out.' },
  },
  {
    what: 'it comes back before it goes out, and goes out in the past',
    change: { from: '2026-11-19', to: '2026-11-18' },
    problems: { from: 'This date is in the past.', to: 'It cannot come back before it goes out.' },
  },
  { what: 'it comes back on the day it goes out', change: { to: '2026-11-21' }, problems: {} },
  {
    what: 'it is longer than a year',
    change: { to: '2027-11-21' },
    problems: { to: 'Longer than a year: ask the rental manager.' },
  },
  { what: 'no customer is named', change: { customer: '  ' }, problems: { customer: 'Who is the quote for?' } },
  {
    what: 'the machine is still out',
    change: { from: '2026-11-23' },
    machine: onRent,
    problems: { from: 'On rent: can go out from Tue, Nov 24.' },
  },
  { what: 'the machine is just back', change: { from: '2026-11-24' }, machine: onRent, problems: {} },
])('when $what, checkDraft returns $problems', ({ change, machine = ready, problems }) => {
  expect(checkDraft({ ...draft, ...change }, machine, today)).toEqual(problems)
})

test('checkDraft returns a problem for a draft without a machine', () => {
  expect(checkDraft({ ...draft, machine: '' }, undefined, today)).toEqual({
    machine: 'Choose a machine for the quote.',
  })
})
