import { expect, it } from 'vitest'
import { createDiagnostics } from './reports.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

it('reported drops are not kept for the next page, even when more events are dropped afterwards', () => {
  const host = fakeHost(fakePlatform())
  const page = createDiagnostics(host)
  host.bus.publish('drop', { where: 'outbox', reason: 'over-budget', count: 3 })
  host.bus.publish('dropsReported', undefined)
  host.bus.publish('drop', { where: 'outbox', reason: 'over-budget', count: 1 })
  expect(page.get().dropped).toEqual({ outbox: { 'over-budget': 4 } })
  page.stop()

  const next = createDiagnostics(host)
  expect(next.get().dropped).toEqual({ outbox: { 'over-budget': 1 } })
  next.stop()
})
