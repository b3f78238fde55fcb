import { expect, test } from 'vitest'
import { startUserServices, tokenOf } from './userServices.ts'

test('a request that hangs has failed when it is cut off, before the page can see it', async () => {
  const services = await startUserServices()
  services.setCondition('whoAmI', 'hanging')
  const headers = { authorization: `Bearer ${tokenOf('ida', 1)}`, 'authorization-app-platform': 'page' }
  const answer = fetch(services.urls.whoAmI, { headers }).catch(() => 'cut off')
  await new Promise((resolve) => setTimeout(resolve, 100))
  services.setCondition('whoAmI', 'slow')
  expect(services.answers).toEqual([expect.objectContaining({ page: 'page', user: 'failed', wasCutOff: true })])
  expect(await answer).toBe('cut off')
  expect(services.answers).toHaveLength(1)
  await services.close()
})

test('a request that hangs has not failed if the page ends it', async () => {
  const services = await startUserServices()
  services.setCondition('whoAmI', 'hanging')
  const page = new AbortController()
  const answer = fetch(services.urls.whoAmI, { signal: page.signal }).catch(() => 'aborted')
  await new Promise((resolve) => setTimeout(resolve, 100))
  page.abort()
  expect(await answer).toBe('aborted')
  await new Promise((resolve) => setTimeout(resolve, 100))
  services.setCondition('whoAmI', 'well')
  expect(services.answers).toEqual([])
  await services.close()
})
