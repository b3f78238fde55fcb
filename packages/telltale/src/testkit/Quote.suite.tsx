import type { ReactNode } from 'react'
import { useFlag } from '../react/useFlag.ts'
import { useIdentity, useTrack } from '../react/useTelltale.ts'

/** A component of an application, to test. */
export function Quote(): ReactNode {
  const isNew = useFlag('new-pricing', false)
  const track = useTrack()
  const who = useIdentity()
  return (
    <>
      <p>{who.status === 'known' ? who.displayIdentity : 'Nobody'}</p>
      <button onClick={() => track('Quote sent', { total: 1200 })}>{isNew ? 'Send weekly quote' : 'Send quote'}</button>
    </>
  )
}
