import { useState } from 'react'
import { intercom } from 'telltale/intercom'
import { fakeIntercom, type IntercomPage } from 'telltale/testing'
import { expect, test } from 'vitest'
import { isoDateIn } from '../format/isoDate.ts'
import { rentals } from '../rentals/rentals.ts'
import { priya, renderDesk } from '../testing/renderDesk.tsx'
import { QuoteForm } from './QuoteForm.tsx'
import { emptyDraft } from './quoteDraft.ts'

function Form({ customer = 'Delmar Foundations', machine = 'EX-209' }: { customer?: string; machine?: string }) {
  const [draft, setDraft] = useState({ ...emptyDraft(), machine, customer })
  return <QuoteForm draft={draft} onChange={setDraft} onPick={() => {}} onSend={() => {}} />
}

const total = { name: 'Total' }

/** Settings with a fake Intercom messenger, and the names of the calls that it received. */
function messenger() {
  const page: IntercomPage = {}
  const { received } = fakeIntercom({ page })
  const messaging = intercom({ appId: 'rental-desk', instance: () => page.Intercom })
  return { settings: { messaging }, calls: () => received.map(({ method }) => method) }
}

test('the quote form updates the price when the pricing flag changes, and records an exposure of the flag', async () => {
  const { screen, telltale } = await renderDesk(<Form />)
  await expect.element(screen.getByRole('status', total)).toHaveTextContent('$6,200')
  telltale.setFlag('new-pricing', true)
  await expect.element(screen.getByRole('status', total)).toHaveTextContent('$4,557')
  expect(telltale.exposures()).toContain('new-pricing')
  telltale.close()
})

test('“Quote sent” has the price and flags at the time of sending, fits its schema and is passed to the messenger', async () => {
  const { settings, calls } = messenger()
  const { screen, telltale } = await renderDesk(<Form />, { flags: { 'new-pricing': true }, settings })
  await screen.getByRole('button', { name: 'Send quote' }).click()
  telltale.setFlag('new-pricing', false)
  expect(telltale.events('Quote sent').map(({ properties }) => properties)).toEqual([
    expect.objectContaining({ total: 4557, days: 10, pricing: 'weekly', 'LDFF: new_pricing': true }),
  ])
  expect(telltale.problems()).toEqual([])
  await telltale.advance(1000)
  expect(calls()).toEqual(['boot', 'trackEvent'])
  telltale.close()
})

test('“Quote sent” names the impersonator during an impersonation, and is not passed to the messenger', async () => {
  const { settings, calls } = messenger()
  const { screen, telltale } = await renderDesk(<Form />, { settings })
  telltale.impersonate(priya, 'grace.adeyemi@ironline.example')
  await screen.getByRole('button', { name: 'Send quote' }).click()
  expect(telltale.events('Quote sent').map(({ identity }) => identity)).toEqual([
    {
      id: 'northgate-events:3305',
      impersonator: 'grace.adeyemi@ironline.example',
      accounts: { organization: { key: 'northgate-events' } },
    },
  ])
  await telltale.advance(1000)
  expect(calls()).not.toContain('trackEvent')
  telltale.close()
})

test('a quote without a customer tracks no event, shows an error and moves the focus to the customer field', async () => {
  const { screen, telltale } = await renderDesk(<Form customer="" />)
  await screen.getByRole('button', { name: 'Send quote' }).click()
  await expect.element(screen.getByText('Who is the quote for?')).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Customer' })).toHaveFocus()
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument() // it would cover the error
  expect(telltale.events('Quote sent')).toEqual([])
  telltale.close()
})

test('dates in the wrong order show an error before the form is submitted, but not while a year is being typed', async () => {
  const { screen, telltale } = await renderDesk(<Form />)
  const end = screen.getByLabelText('Comes back')
  await end.fill('0202-01-01')
  await expect.element(screen.getByText('Choose a machine and the days to see the price.')).toBeVisible()
  await end.fill('2020-01-01')
  await expect.element(screen.getByText('It cannot come back before it goes out.')).toBeVisible()
  await expect.element(end).toHaveAttribute('aria-invalid', 'true')
  await expect.element(screen.getByText('Correct the dates to see the price.')).toBeVisible()
  telltale.close()
})

test('the first possible day is that of the machine list, and changes when the machine is taken back', async () => {
  // Overdue, and so free tomorrow, on the first day of an empty draft.
  const { screen, telltale } = await renderDesk(<Form machine="AP-405" />)
  await screen.getByRole('button', { name: 'Send quote' }).click()
  expect(telltale.events('Quote sent')).toHaveLength(1)
  await screen.getByLabelText('Goes out').fill(isoDateIn(0))
  await screen.getByRole('button', { name: 'Send quote' }).click()
  await expect.element(screen.getByText(/^On rent: can go out from /)).toBeVisible()
  rentals.takeBack('R-3118')
  await expect.element(screen.getByText(/can go out from/)).not.toBeInTheDocument()
  telltale.close()
})
