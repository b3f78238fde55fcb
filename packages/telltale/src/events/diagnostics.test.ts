import { expect, it } from 'vitest'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createDiagnostics } from './diagnostics.ts'

it('what a destination was told of is not kept for the next page, also when more is given up after that', () => {
  const host = fakeHost(fakePlatform())
  const page = createDiagnostics(host)
  host.bus.publish('drop', { where: 'journal', reason: 'over-budget', count: 3 })
  host.bus.publish('dropsReported', undefined)
  host.bus.publish('drop', { where: 'journal', reason: 'over-budget', count: 1 })
  expect(page.get().dropped).toEqual({ journal: { 'over-budget': 4 } })
  page.stop()

  const next = createDiagnostics(host)
  expect(next.get().dropped).toEqual({ journal: { 'over-budget': 1 } })
  next.stop()
})
