import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { createTestTelltale, type TestTelltale, type TestTelltaleOptions } from 'telltale/testing'
import { TestTelltaleProvider } from 'telltale/testing/react'
import { render, type RenderResult } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { accounts } from '../accounts.ts'
import { events } from '../events.ts'
import { flags } from '../flags.ts'

/** A desk user, of Ironline's own company. */
const grace = {
  unique_identity: 'ironline-rentals:31',
  user_name: 'Grace Adeyemi',
  company_id: 'ironline-rentals',
}
/** A user of a customer. */
export const priya = {
  unique_identity: 'northgate-events:3305',
  user_name: 'Priya Raman',
  company_id: 'northgate-events',
}

/** Renders a part of the desk with a Telltale that the test controls. */
export async function renderDesk(
  children: ReactNode,
  options: Omit<TestTelltaleOptions, 'definitions'> = {},
): Promise<{ screen: RenderResult; telltale: TestTelltale }> {
  const telltale = createTestTelltale({ identity: grace, accounts, ...options, definitions: { flags, events } })
  const { hook } = memoryLocation({ path: '/' })
  const screen = await render(
    <MantineProvider>
      <TestTelltaleProvider telltale={telltale}>
        <Router hook={hook}>{children}</Router>
      </TestTelltaleProvider>
    </MantineProvider>,
  )
  return { screen, telltale }
}
