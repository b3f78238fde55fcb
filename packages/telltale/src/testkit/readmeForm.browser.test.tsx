import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useFlag, useIdentity, useTrack } from 'telltale/react'
import { createTestTelltale, type TestTelltale } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'

const SignIn = () => <p>Sign in</p>
const WeeklyPrices = () => <p>Weekly prices</p>
const DayPrices = () => <button>Prices per day</button>

function QuoteForm() {
  const hasNewPricing = useFlag('new-pricing', false)
  const identity = useIdentity()
  const track = useTrack()

  if (identity.status === 'resolving') return null
  if (identity.status === 'unknown') return <SignIn />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        track('Quote sent', { total: 1200 })
      }}
    >
      <h2>A quote for {identity.person.company_name}</h2>
      {hasNewPricing ? <WeeklyPrices /> : <DayPrices />}
    </form>
  )
}

afterEach(cleanup)

function show(telltale: TestTelltale) {
  render(<QuoteForm />, { wrapper: (props) => <TestTelltaleProvider telltale={telltale} {...props} /> })
}

it('the form of the README shows no sign-in until it is known that nobody is signed in', async () => {
  const telltale = createTestTelltale({ isLoading: true, identity: { company_name: 'Stonebridge Civil' } })
  show(telltale)
  expect(screen.queryByText('Sign in')).toBeNull()
  await act(() => telltale.finishLoading())
  expect(screen.queryByText('A quote for Stonebridge Civil')).not.toBeNull()
  act(() => telltale.signOut())
  expect(screen.queryByText('Sign in')).not.toBeNull()
})

it('the form of the README records an event and does not leave the page', () => {
  const telltale = createTestTelltale()
  show(telltale)
  let isDefaultPrevented = false
  const afterReact = (event: Event) => {
    isDefaultPrevented = event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('submit', afterReact, { once: true })
  fireEvent.click(screen.getByRole('button', { name: 'Prices per day' }))
  expect(telltale.events('Quote sent')).toHaveLength(1)
  expect(isDefaultPrevented).toBe(true)
})
