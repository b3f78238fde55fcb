import { expect, it } from 'vitest'
import { fakeHost } from '../../testing/fakeHost.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { countDrops } from './droppedCounts.ts'
import { createDiagnostics } from './eventReports.ts'

it('reported drops are not kept for the next page, even when more events are dropped afterwards', () => {
  const platform = fakePlatform()
  function openPage() {
    const fake = fakeHost(platform)
    const host = { ...fake, diagnostics: createDiagnostics(fake) }
    return { host, stop: countDrops(host) }
  }
  const page = openPage()
  page.host.bus.publish('drop', { where: 'outbox', reason: 'over-budget', count: 3 })
  page.host.bus.publish('dropsReported', undefined)
  page.host.bus.publish('drop', { where: 'outbox', reason: 'over-budget', count: 1 })
  expect(page.host.diagnostics.get().dropped).toEqual({ outbox: { 'over-budget': 4 } })
  page.stop()

  const next = openPage()
  expect(next.host.diagnostics.get().dropped).toEqual({ outbox: { 'over-budget': 1 } })
  next.stop()
})
