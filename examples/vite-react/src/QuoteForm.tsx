import { useFlag, useIdentity, useTrack, useTrackView } from 'telltale/react'

export function QuoteForm() {
  const isNew = useFlag('new-welcome')
  const layout = useFlag('quote-layout')
  const identity = useIdentity()
  const track = useTrack()
  useTrackView('Quote opened')

  if (identity.status === 'resolving') return null
  if (identity.status === 'unknown') return <p>Please sign in.</p>
  return (
    <main style={{ display: 'grid', gap: layout === 'compact' ? '0.25rem' : '1rem', justifyItems: 'start' }}>
      <h1>A quote for {identity.person.company_name ?? identity.name}</h1>
      <button onClick={() => track('Quote sent', { total: 1200 })}>
        {isNew ? 'Send the new quote' : 'Send the quote'}
      </button>
    </main>
  )
}
