import { expect, test } from 'vitest'
import { explainPastMoments } from '../testing/pastMoments.suite.ts'

const SEED = Number(process.env['TELLTALE_SEED'] ?? Date.now() % 1_000_000)

test('the explanation of 10,000 past moments equals what the flag client got then', async () => {
  expect.hasAssertions()
  await explainPastMoments(10_000, SEED)
}, 600_000)
