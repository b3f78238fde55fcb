import { useFlag, useTrack } from 'telltale/react'

export function Quotes() {
  const isNew = useFlag('new-welcome', false)
  const track = useTrack()
  return (
    <button onClick={() => track('Quote sent', { total: 1200 })}>
      {isNew ? 'Send the new quote' : 'Send the quote'}
    </button>
  )
}
