import { expect, test } from 'vitest'
import { createMapService, type CoastMaps } from './mapService.ts'

const maps: CoastMaps = { layers: [], labels: [] }

test('the map service loads the script only once, even if load is called again', async () => {
  let loads = 0
  const service = createMapService({ loadScript: async () => void loads++, read: () => maps })
  expect(service.get()).toEqual({ status: 'waiting' })
  await Promise.all([service.load(), service.load()])
  await service.load()
  expect(service.get()).toEqual({ status: 'ready', maps })
  expect(loads).toBe(1)
})

test('the map service loads the map on a second attempt after a failure', async () => {
  const outcomes = [Promise.reject(new Error('no network')), Promise.resolve()]
  outcomes[0]?.catch(() => undefined)
  let isThere = false
  const service = createMapService({
    loadScript: () => outcomes.shift() ?? Promise.resolve(),
    read: () => (isThere ? maps : undefined),
  })
  await service.load()
  expect(service.get()).toEqual({ status: 'failed' })
  isThere = true
  await service.load()
  expect(service.get()).toEqual({ status: 'ready', maps })
})

test('the map service reports a failure if the script provides no map', async () => {
  const service = createMapService({ loadScript: () => Promise.resolve(), read: () => undefined })
  await service.load()
  expect(service.get()).toEqual({ status: 'failed' })
})
