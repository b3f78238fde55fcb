import { expect, test } from 'vitest'
import { priya, renderDesk } from '../testing/renderDesk.tsx'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'

test('the banner says with whose id events are recorded during an impersonation: the customer’s', async () => {
  const { screen, telltale } = await renderDesk(<ImpersonationBanner sample={{ status: 'loading' }} />)
  telltale.impersonate(priya, 'grace.adeyemi@ironline.example')
  await expect
    .element(screen.getByRole('region', { name: 'Impersonation' }))
    .toHaveTextContent('recorded with the customer’s id, and with you as the impersonator')
  telltale.track('Quote sent', {
    machine: 'tower-light',
    category: 'Lighting',
    total: 4557,
    days: 10,
    pricing: 'weekly',
  })
  expect(telltale.events('Quote sent')[0]?.identity).toMatchObject({
    id: 'northgate-events:3305',
    impersonator: 'grace.adeyemi@ironline.example',
  })
  telltale.close()
})
