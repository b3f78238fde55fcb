import { useState } from 'react'
import { dollars } from '../format/dollars.ts'
import { QuoteForm } from './QuoteForm.tsx'
import { emptyDraft, type QuoteDraft } from './quoteDraft.ts'
import classes from './QuotePanel.module.css'
import { SentQuotes } from './SentQuotes.tsx'
import type { SentQuote } from './sentQuote.ts'

interface Props {
  draft: QuoteDraft
  onChange: (draft: QuoteDraft) => void
  onPick: (number: string) => void
}

/** The quote in the making, word of the one just sent, and the ones before. */
export function QuotePanel({ draft, onChange, onPick }: Props) {
  const [sent, setSent] = useState<SentQuote>()
  const handleSent = (quote: SentQuote) => {
    setSent(quote)
    onChange(emptyDraft())
  }
  return (
    <>
      <div role="status">
        {sent && draft.machine === '' && (
          <p className={classes.sent}>
            <strong>{sent.id}</strong> sent to {sent.customer}: {sent.machine}, {dollars(sent.total)}.
          </p>
        )}
      </div>
      <QuoteForm draft={draft} onChange={onChange} onPick={onPick} onSent={handleSent} />
      <SentQuotes />
    </>
  )
}
