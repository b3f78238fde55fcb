import { useState } from 'react'
import { dollars } from '../format/dollars.ts'
import { QuoteForm } from './QuoteForm.tsx'
import { emptyDraft, type QuoteDraft } from './quoteDraft.ts'
import classes from './QuotePanel.module.css'
import type { SentQuote } from './sentQuote.ts'

export interface QuoteProps {
  draft: QuoteDraft
  onChange: (draft: QuoteDraft) => void
  onPick: (number: string) => void
}

const reveal = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' })

/** The form for a quote, with a confirmation after a quote was sent. */
export function QuotePanel({ draft, onChange, onPick }: QuoteProps) {
  const [sent, setSent] = useState<SentQuote>()
  const handleSend = (quote?: SentQuote) => {
    setSent(quote)
    if (quote) onChange(emptyDraft())
  }
  const handleChange = (next: QuoteDraft) => {
    setSent(undefined)
    onChange(next)
  }
  return (
    <QuoteForm draft={draft} onChange={handleChange} onPick={onPick} onSend={handleSend}>
      <div role="status">
        {sent && draft.machine === '' && (
          <p ref={reveal} className={classes.sent}>
            <strong>{sent.id}</strong> sent to {sent.customer}: {sent.machine}, {dollars(sent.total)}.
          </p>
        )}
      </div>
    </QuoteForm>
  )
}
