import { useSyncExternalStore } from 'react'
import type { Identity } from '../core/model/identity.ts'
import { useTelltale } from './useTelltale.ts'

/** A server does not ask who is here, and its page is hydrated as it rendered it. */
const ON_SERVER: Identity = { status: 'resolving', epoch: '' }

/** Who is signed in. The component renders again when that changes. */
export function useIdentity(): Identity {
  const { current } = useTelltale().identity
  return useSyncExternalStore(current.subscribe, current.get, () => ON_SERVER)
}
