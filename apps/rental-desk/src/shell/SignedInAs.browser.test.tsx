import { expect, test } from 'vitest'
import { priya, renderDesk } from '../testing/renderDesk.tsx'
import { SignedInAs } from './SignedInAs.tsx'

test('the header shows the company of the user, and follows the user to another one', async () => {
  const { screen, telltale } = await renderDesk(<SignedInAs />, {
    identity: { ...priya, company_name: 'Northgate Events' },
  })
  await expect.element(screen.getByText('Northgate Events')).toBeVisible()
  telltale.signIn({ ...priya, company_id: 'harbor-and-pine', company_name: 'Harbor & Pine Builders' })
  await expect.element(screen.getByText('Harbor & Pine Builders')).toBeVisible()
  telltale.close()
})
