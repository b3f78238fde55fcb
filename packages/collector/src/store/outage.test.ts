import { expect, it } from 'vitest'
import { createOutage } from './outage.ts'

it('logs the first failure and the first success after it, each time', () => {
  const said: unknown[][] = []
  const { failed, worked } = createOutage((...one) => said.push(one), { failed: 'It fails.', worked: 'It works.' })
  worked()
  for (const reason of ['full', 'full', 'gone']) failed(reason)
  worked()
  worked()
  failed('again')
  expect(said).toEqual([
    ['error', 'It fails.', { reason: 'full' }],
    ['info', 'It works.', {}],
    ['error', 'It fails.', { reason: 'again' }],
  ])
})
