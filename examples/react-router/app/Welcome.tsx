import { useFlag, useIdentity, useTrack, useTrackView } from 'telltale/react'

export function Welcome() {
  const isNew = useFlag('new-welcome', false)
  const identity = useIdentity()
  const track = useTrack()
  useTrackView('Welcome shown')

  return (
    <main>
      <h1>{isNew ? 'Welcome aboard' : 'Welcome'}</h1>
      {identity.status === 'resolving' && <p>…</p>}
      {identity.status === 'known' && <p>{identity.person.user_name}</p>}
      {identity.status === 'unknown' && <p>Nobody is signed in</p>}
      <button onClick={() => track('Tour started')}>Start the tour</button>
    </main>
  )
}
