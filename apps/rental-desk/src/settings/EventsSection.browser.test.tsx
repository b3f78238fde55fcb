import { collector } from 'telltale/collector'
import { expect, test } from 'vitest'
import { renderDesk } from '../testing/renderDesk.tsx'
import { EventsSection } from './EventsSection.tsx'

test('the events section counts an event as waiting until it is delivered to the collector', async () => {
  const destinations = [collector({ url: 'https://services.test/collect' })]
  const { screen, telltale } = await renderDesk(<EventsSection />, { settings: { destinations } })
  await telltale.advance(1000)
  const waiting = screen.getByRole('status', { name: 'Events waiting' })
  await expect.element(waiting).toHaveTextContent('0 events waiting')
  await screen.getByRole('button', { name: 'Send a test event' }).click()
  await expect.element(waiting).toHaveTextContent('1 event waiting')
  await telltale.advance(1000)
  await expect.element(waiting).toHaveTextContent('0 events waiting')
  telltale.close()
})
