import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startForTest, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
beforeAll(async () => void (services = await startForTest()))
afterAll(() => services.close())

const answer = (query: string) => fetch(`${services.url}/console/experiments/answer${query}`)

test('a question without a flag is refused', async () => {
  const refusal = await answer('?app=Desk')
  expect([refusal.status, await refusal.json()]).toEqual([400, { message: 'Name the flag: ?flag=new-pricing.' }])
})

test('metrics are read from metrics.json beside flags.json, again for each answer', async () => {
  const file = join(services.folder, 'metrics.json')
  expect(await (await answer('?flag=new-pricing')).json()).toEqual({ outcome: 'no-metrics', file })
  await writeFile(file, '{')
  expect(await (await answer('?flag=new-pricing')).json()).toEqual({
    outcome: 'refused',
    message: `${file} has no metrics: "metrics" must be an object of metrics by their names.`,
  })
})

test('pages of other origins can neither read nor embed an answer, and no cache keeps it', async () => {
  const { headers } = await answer('?flag=new-pricing')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  const other = await fetch(`${services.url}/console/experiments/list`, { headers: { origin: 'https://evil.example' } })
  expect(other.status).toBe(403)
})
