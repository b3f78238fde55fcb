import * as library from 'web-vitals'
import { expect, it } from 'vitest'
import { createTelltale, type AnalyticsEvent } from './index.ts'
import { webVitals } from './web-vitals.ts'

it('what Google’s library measures arrives, also what it measures when the page is hidden', async () => {
  const taken: AnalyticsEvent[] = []
  const telltale = createTelltale({
    app: `Measured ${Date.now()}`,
    identity: { person: () => ({ unique_identity: 'ida' }) },
    events: { steps: [webVitals(library)] },
    destinations: [
      { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
    ],
  })
  const names = () => taken.filter(({ kind }) => kind === 'vital').map(({ properties }) => properties['name'])
  await expect.poll(names).toContain('TTFB')
  const vital = taken.find(({ properties }) => properties['name'] === 'TTFB')
  expect(vital?.properties).toMatchObject({ value: expect.any(Number), rating: expect.any(String) })
  telltale.close()
})
