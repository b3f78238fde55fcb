import { expect, test } from 'vitest'
import { renderDesk } from '../testing/renderDesk.tsx'
import { FlagsSection } from './FlagsSection.tsx'

test('what is switched on is shown as it changes, and looking at it is no exposure', async () => {
  const { screen, telltale } = await renderDesk(<FlagsSection />, { flags: { 'quote-layout': 'compact' } })
  const item = screen.getByRole('listitem').filter({ hasText: 'quote-layout' })
  await expect.element(item).toHaveTextContent('compact')
  telltale.setFlag('quote-layout', 'classic')
  await expect.element(item).toHaveTextContent('classic')
  expect(telltale.exposures()).toEqual([])
  telltale.close()
})

test('a flag that the service does not know has the default that the desk gives it', async () => {
  const { screen, telltale } = await renderDesk(<FlagsSection />)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'new-pricing' })).toHaveTextContent('false')
  telltale.close()
})
