import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { priya, renderDesk } from '../testing/renderDesk.tsx'
import { RentalsPage } from './RentalsPage.tsx'

test('the rentals page shows all rentals to a desk user, and fewer after a customer signs in', async () => {
  const { screen, telltale } = await renderDesk(<RentalsPage />)
  await expect.element(screen.getByText('13 rentals')).toBeVisible()
  telltale.signIn(priya)
  await expect.element(screen.getByText('4 rentals')).toBeVisible()
  telltale.close()
})

test('on a narrow screen, each rental has its first and its last day', async () => {
  await page.viewport(390, 844)
  const { screen, telltale } = await renderDesk(<RentalsPage />)
  await expect.element(screen.getByText('13 rentals')).toBeVisible()
  const cards = screen.getByRole('list', { name: 'Rentals' }).getByRole('listitem').elements()
  expect(cards).toHaveLength(13)
  const day = String.raw`\w{3}, \w{3} \d{1,2}`
  for (const card of cards) expect(card.textContent).toMatch(new RegExp(`${day} – ${day}`))
  telltale.close()
})

test('after “Show all rentals”, the focus is on the number of rentals', async () => {
  const { screen, telltale } = await renderDesk(<RentalsPage />)
  await screen.getByRole('searchbox').fill('submarine')
  await screen.getByRole('button', { name: 'Show all rentals' }).click()
  await expect.element(screen.getByText('13 rentals')).toHaveFocus()
  telltale.close()
})

test('the rentals page shows an explanation instead of rentals to an unidentified user', async () => {
  const { screen, telltale } = await renderDesk(<RentalsPage />, { identity: null })
  await expect.element(screen.getByText(/we cannot identify you at the moment/)).toBeVisible()
  expect(screen.getByRole('link').elements()).toEqual([])
  telltale.close()
})

test('the rentals page shows a message to a user whose company has no rentals', async () => {
  const nobody = { unique_identity: 'elsewhere:1', company_id: 'elsewhere' }
  const { screen, telltale } = await renderDesk(<RentalsPage />, { identity: nobody })
  await expect.element(screen.getByText('Your company has no rentals at the moment.')).toBeVisible()
  telltale.close()
})

test('“Rentals viewed” is tracked once, even if the user changes', async () => {
  const { telltale } = await renderDesk(<RentalsPage />)
  telltale.signIn(priya)
  expect(telltale.events('Rentals viewed')).toHaveLength(1)
  telltale.close()
})
