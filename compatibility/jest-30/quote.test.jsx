import { act, fireEvent, render, screen } from '@testing-library/react'
import { collector } from 'telltale/collector'
import { heap } from 'telltale/heap'
import { useFlag, useIdentity, useTrack } from 'telltale/react'
import { createTestTelltale, fakeHeap } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'

function Quote() {
  const isWeekly = useFlag('new-pricing', false)
  const identity = useIdentity()
  const track = useTrack()
  if (identity.status !== 'known') return <p>Signed out</p>
  return <button onClick={() => track('Quote sent', { total: 1200 })}>{isWeekly ? 'Weekly quote' : 'Quote'}</button>
}

function renderQuote(telltale) {
  render(<Quote />, { wrapper: (props) => <TestTelltaleProvider telltale={telltale} {...props} /> })
}

test('a component follows a flag that a test switches, and its event carries the flag', () => {
  const telltale = createTestTelltale({ flags: { 'new-pricing': false } })
  renderQuote(telltale)

  act(() => telltale.setFlag('new-pricing', true))
  fireEvent.click(screen.getByRole('button', { name: 'Weekly quote' }))

  const [event] = telltale.events('Quote sent')
  expect(event.properties).toMatchObject({ total: 1200, 'LDFF: new_pricing': true })
  expect(telltale.problems()).toEqual([])
})

test('a component follows who signs out and in', async () => {
  const telltale = createTestTelltale({ isLoading: true })
  renderQuote(telltale)
  expect(screen.queryByText('Signed out')).not.toBeNull()
  await act(() => telltale.finishLoading())
  expect(screen.queryByRole('button')).not.toBeNull()
  act(() => telltale.signOut())
  expect(screen.queryByText('Signed out')).not.toBeNull()
  act(() => telltale.signIn({ unique_identity: 'ida' }))
  expect(screen.queryByRole('button')).not.toBeNull()
})

test('an event reaches a collector, and the stand-in for the script of a vendor', async () => {
  const page = { heap: { appid: 'test-project' } }
  const { received } = fakeHeap({ page })
  page.heap.addEventProperties({ plan: 'fleet' })
  const destinations = [collector({ url: 'https://collect.test/events' })]
  const telltale = createTestTelltale({ settings: { destinations, analytics: heap({ instance: () => page.heap }) } })
  telltale.track('Quote sent', { total: 1200, currency: '€' })
  await telltale.advance(10_000)

  const sent = telltale.browser.requests.filter(({ url }) => url === 'https://collect.test/events')
  const events = sent.flatMap(({ body }) => JSON.parse(body).events)
  expect(events.filter(({ name }) => name === 'Quote sent')).toHaveLength(1)
  expect(received.filter(({ method, given }) => method === 'track' && given[0] === 'Quote sent')).toHaveLength(1)
  expect(telltale.problems()).toEqual([])
  telltale.close()
})
