import { expect, test } from 'vitest'
import { createMapService, type CoastMaps } from './mapService.ts'

const maps: CoastMaps = { layers: [], labels: [] }

test('a map that is loaded is loaded once', async () => {
  let loads = 0
  const service = createMapService({ loadScript: async () => void loads++, read: () => maps })
  expect(service.get()).toEqual({ status: 'waiting' })
  await Promise.all([service.load(), service.load()])
  await service.load()
  expect(service.get()).toEqual({ status: 'ready', maps })
  expect(loads).toBe(1)
})

test('a map that cannot be loaded can be asked for again', async () => {
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

test('a script that brings no map is a failure too', async () => {
  const service = createMapService({ loadScript: () => Promise.resolve(), read: () => undefined })
  await service.load()
  expect(service.get()).toEqual({ status: 'failed' })
})
