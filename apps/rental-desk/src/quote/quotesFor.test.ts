import { expect, test } from 'vitest'
import type { Identity } from 'telltale'
import { quotesFor } from './quotesFor.ts'

const known = (company_id: string): Identity => ({
  status: 'known',
  epoch: 'e',
  name: 'Somebody',
  displayIdentity: 'Somebody',
  person: { unique_identity: `${company_id}:1`, company_id },
})

const [desk, northgate, nobody] = ['ironline-rentals', 'northgate-events', undefined].map((company) => ({
  ...{ id: `Q-${company}`, machine: 'EX-1', customer: 'Delmar Foundations', notes: '', company },
  ...{ from: '2026-11-21', to: '2026-11-30', total: 900 },
}))
const quotes = [desk, northgate, nobody].filter((quote) => quote !== undefined)

test.each([
  { who: 'the desk', identity: known('ironline-rentals'), sees: [desk, northgate, nobody] },
  { who: 'a customer', identity: known('northgate-events'), sees: [northgate] },
  { who: 'another customer', identity: known('stonebridge-civil'), sees: [] },
  {
    who: 'an unidentified user',
    identity: { status: 'unknown', reason: 'signed-out', epoch: 'e' } as const,
    sees: [nobody],
  },
])('quotesFor returns the quotes that $who may see', ({ identity, sees }) => {
  expect(quotesFor(identity, quotes)).toEqual(sees)
})
