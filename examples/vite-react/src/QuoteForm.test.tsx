import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createTestTelltale } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'
import { afterEach, expect, it } from 'vitest'
import { events } from './events'
import { flags } from './flags'
import { QuoteForm } from './QuoteForm'

afterEach(cleanup)

const definitions = { flags, events }

it('sends the quote under the flags that were shown', () => {
  const telltale = createTestTelltale({ definitions, flags: { 'new-welcome': false } })
  render(<QuoteForm />, { wrapper: (props) => <TestTelltaleProvider telltale={telltale} {...props} /> })
  act(() => telltale.setFlag('new-welcome', true))
  fireEvent.click(screen.getByRole('button', { name: 'Send the new quote' }))

  expect(telltale.events().map(({ name }) => name)).toEqual(['Quote opened', 'Quote sent'])
  expect(telltale.events('Quote sent')[0]?.properties).toMatchObject({ total: 1200, 'LDFF: new_welcome': true })
  expect(telltale.problems()).toEqual([])
})

it('asks a visitor to sign in', () => {
  const telltale = createTestTelltale({ definitions, identity: null })
  render(<QuoteForm />, { wrapper: (props) => <TestTelltaleProvider telltale={telltale} {...props} /> })
  expect(screen.getByText('Please sign in.')).toBeDefined()
})
