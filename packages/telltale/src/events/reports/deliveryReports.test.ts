import { expect, it } from 'vitest'
import type { Problem } from '../../core/observer.ts'
import { fakeHost } from '../../testing/fakeHost.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { deliveryReports } from './deliveryReports.ts'

it('a database that refuses twice in a row is a problem until it stores a change', () => {
  const host = fakeHost(fakePlatform())
  const problems: Problem[] = []
  host.bus.on('problem', (problem) => void problems.push(problem))
  const { database } = deliveryReports(host)
  for (const isWritten of [false, true, false]) database(isWritten)
  expect(problems).toEqual([])
  for (const isWritten of [false, false]) database(isWritten)
  expect(problems).toMatchObject([{ where: 'outbox', message: expect.stringMatching(/\(T188\)$/) }])
  expect(problems[0]?.until?.aborted).toBe(false)
  database(true)
  expect(problems[0]?.until?.aborted).toBe(true)
  for (const isWritten of [false, false]) database(isWritten)
  expect(problems).toHaveLength(2)
})
