import { useSyncExternalStore } from 'react'
import type { Identity } from '../core/model/identity.ts'
import { useTelltale } from './TelltaleContext.ts'

/** Who is signed in. The component renders again when that changes. */
export function useIdentity(): Identity {
  const { current } = useTelltale().identity
  return useSyncExternalStore(current.subscribe, current.get, current.get)
}
