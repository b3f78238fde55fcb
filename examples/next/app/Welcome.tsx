'use client'

import { useFlag, useIdentity, useTrack, useTrackView } from 'telltale/react'

export function Welcome() {
  const isNew = useFlag('new-welcome', false)
  const identity = useIdentity()
  const track = useTrack()
  useTrackView('Welcome shown')

  return (
    <main>
      <h1>{isNew ? 'Welcome aboard' : 'Welcome'}</h1>
      <p>{identity.status === 'known' ? identity.person.user_name : '…'}</p>
      <button onClick={() => track('Tour started')}>Start the tour</button>
    </main>
  )
}
