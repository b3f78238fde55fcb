import { expect, test } from 'vitest'
import { explainPastMoments } from '../testing/pastMoments.suite.ts'

test('the explanation of 150 past moments equals what the flag client got then', async () => {
  expect.hasAssertions()
  await explainPastMoments(150, 1)
})
