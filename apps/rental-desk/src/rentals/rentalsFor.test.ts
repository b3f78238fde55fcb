import { expect, test } from 'vitest'
import type { Identity } from 'telltale'
import { rentalsAsOf } from '../data/rentals.ts'
import { rentalsFor } from './rentalsFor.ts'

const rentals = rentalsAsOf(new Date(2026, 10, 20))
const known = (company_id: string): Identity => ({
  status: 'known',
  epoch: 'e',
  name: 'Somebody',
  displayIdentity: 'Somebody',
  person: { unique_identity: `${company_id}:1`, company_id },
})

test('the desk sees every rental', () => {
  expect(rentalsFor(known('ironline-rentals'), rentals)).toEqual(rentals)
})

test('a customer sees their own', () => {
  const seen = rentalsFor(known('northgate-events'), rentals)
  expect(new Set(seen.map(({ customer }) => customer))).toEqual(new Set(['northgate-events']))
})

test('while nobody knows who it is, there is nothing to see', () => {
  expect(rentalsFor({ status: 'unknown', reason: 'signed-out', epoch: 'e' }, rentals)).toEqual([])
  expect(rentalsFor({ status: 'resolving', epoch: 'e' }, rentals)).toEqual([])
})
