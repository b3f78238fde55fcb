import { expect, test } from 'vitest'
import { renderDesk } from '../testing/renderDesk.tsx'
import { FlagsSection } from './FlagsSection.tsx'

test('the flags section shows the new value of a flag when it changes, and records no exposure', async () => {
  const { screen, telltale } = await renderDesk(<FlagsSection />, { flags: { 'quote-layout': 'compact' } })
  const item = screen.getByRole('listitem').filter({ hasText: 'quote-layout' })
  await expect.element(item).toHaveTextContent('compact')
  telltale.setFlag('quote-layout', 'classic')
  await expect.element(item).toHaveTextContent('classic')
  expect(telltale.exposures()).toEqual([])
  telltale.close()
})

test('the flags section shows the default of a flag that the service does not know', async () => {
  const { screen, telltale } = await renderDesk(<FlagsSection />)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'new-pricing' })).toHaveTextContent('false')
  telltale.close()
})
