import { Desk } from './Desk.tsx'
import { session } from './session/session.ts'
import { SignedOut } from './session/SignedOut.tsx'
import { useStore } from './useStore.ts'

export function App() {
  const state = useStore(session)
  if (state.status === 'signedOut') return <SignedOut />
  // Somebody else starts with an empty desk.
  return <Desk key={session.sitting} />
}
