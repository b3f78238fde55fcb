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

test('rentalsFor returns all rentals for a desk user', () => {
  expect(rentalsFor(known('ironline-rentals'), rentals)).toEqual(rentals)
})

test('rentalsFor returns only the rentals of their own company for a customer', () => {
  const seen = rentalsFor(known('northgate-events'), rentals)
  expect(new Set(seen.map(({ customer }) => customer))).toEqual(new Set(['northgate-events']))
})

test('rentalsFor returns no rentals for an unknown or resolving identity', () => {
  expect(rentalsFor({ status: 'unknown', reason: 'signed-out', epoch: 'e' }, rentals)).toEqual([])
  expect(rentalsFor({ status: 'resolving', epoch: 'e' }, rentals)).toEqual([])
})
