import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestTelltale } from './createTestTelltale.ts'
import { Quote } from './Quote.suite.tsx'
import { TestTelltaleProvider } from './TestTelltaleProvider.tsx'

afterEach(cleanup)

const ida = { unique_identity: 'ida', user_name: 'Ida Berg' }

const button = () => screen.getByRole('button')

describe('the provider for tests', () => {
  it('a test can change flags and read events', () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': false } })
    render(<Quote />, {
      wrapper: ({ children }) => <TestTelltaleProvider telltale={telltale}>{children}</TestTelltaleProvider>,
    })
    expect(button().textContent).toBe('Send quote')

    act(() => telltale.setFlag('new-pricing', true))
    fireEvent.click(button())

    expect(button().textContent).toBe('Send weekly quote')
    expect(telltale.events()[0]).toMatchObject({
      name: 'Quote sent',
      properties: { total: 1200, 'LDFF: new_pricing': true },
    })
  })

  it('components show who signs in and out', () => {
    const telltale = createTestTelltale({ identity: ida })
    render(
      <TestTelltaleProvider telltale={telltale}>
        <Quote />
      </TestTelltaleProvider>,
    )
    expect(screen.getByText('Ida Berg')).toBeTruthy()
    act(() => telltale.impersonate(ida, 'sam@example.com'))
    expect(screen.getByText('sam@example.com as Ida Berg')).toBeTruthy()
    act(() => telltale.signOut())
    expect(screen.getByText('Nobody')).toBeTruthy()
  })

  it.each([
    ['', ({ children }: { children: ReactNode }) => children],
    [' in StrictMode', StrictMode],
  ])('components follow the controls of a story%s', (_where, Mode) => {
    const story = (isNew: boolean, identity: typeof ida | null | undefined) => (
      <Mode>
        <TestTelltaleProvider flags={{ 'new-pricing': isNew }} {...(identity !== undefined && { identity })}>
          <Quote />
        </TestTelltaleProvider>
      </Mode>
    )
    const { rerender } = render(story(true, ida))
    expect([button().textContent, screen.queryByText('Ida Berg') !== null]).toEqual(['Send weekly quote', true])
    rerender(story(false, null))
    expect([button().textContent, screen.queryByText('Nobody') !== null]).toEqual(['Send quote', true])
    rerender(story(false, undefined))
    expect(screen.queryByText('Test User')).not.toBeNull()
  })
})
