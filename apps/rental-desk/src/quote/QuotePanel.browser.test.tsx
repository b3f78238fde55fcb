import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderDesk } from '../testing/renderDesk.tsx'
import { QuotePanel } from './QuotePanel.tsx'
import { emptyDraft } from './quoteDraft.ts'

function Panel() {
  const [draft, setDraft] = useState({ ...emptyDraft(), machine: 'EX-209', customer: 'Delmar Foundations' })
  return <QuotePanel draft={draft} onChange={setDraft} onPick={() => {}} />
}

test('the message about a sent quote disappears when the next quote is submitted with errors', async () => {
  const { screen, telltale } = await renderDesk(<Panel />)
  const send = screen.getByRole('button', { name: 'Send quote' })
  await send.click()
  await expect.element(screen.getByText(/sent to Delmar Foundations/)).toBeVisible()
  await send.click()
  await expect.element(screen.getByText('Choose a machine for the quote.')).toBeVisible()
  await expect.element(screen.getByText(/sent to Delmar Foundations/)).not.toBeInTheDocument()
  telltale.close()
})
