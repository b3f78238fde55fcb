import { useFlag, useIdentity, useTrack } from 'telltale/react'

export function QuoteForm() {
  const isNew = useFlag('new-welcome', false)
  const identity = useIdentity()
  const track = useTrack()

  if (identity.status === 'resolving') return null
  if (identity.status === 'unknown') return <p>Please sign in.</p>
  return (
    <main>
      <h1>A quote for {identity.person.company_name}</h1>
      <button onClick={() => track('Quote sent', { total: 1200 })}>
        {isNew ? 'Send the new quote' : 'Send the quote'}
      </button>
    </main>
  )
}
