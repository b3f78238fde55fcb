import { Desk } from './Desk.tsx'
import { session } from './session/session.ts'
import { SignedOut } from './session/SignedOut.tsx'
import { useStore } from './useStore.ts'

export function App() {
  const state = useStore(session)
  if (state.status === 'signedOut') return <SignedOut />
  // A new `sitting` remounts the desk, so that the next user starts with empty state.
  return <Desk key={session.sitting} />
}
