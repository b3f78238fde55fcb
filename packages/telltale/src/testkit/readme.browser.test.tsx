import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createTestTelltale } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'
import { Quote } from './Quote.suite.tsx'

it('sends a weekly quote under the new pricing', () => {
  const telltale = createTestTelltale({ flags: { 'new-pricing': false } })
  render(<Quote />, { wrapper: (props) => <TestTelltaleProvider telltale={telltale} {...props} /> })

  act(() => telltale.setFlag('new-pricing', true))
  fireEvent.click(screen.getByRole('button', { name: 'Send weekly quote' }))

  const [event] = telltale.events('Quote sent')
  expect(event?.properties).toMatchObject({ total: 1200, 'LDFF: new_pricing': true })
})
