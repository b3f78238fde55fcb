import { useMemo } from 'react'
import type { Identity } from '../core/model/identity.ts'
import { useIdentity } from './useIdentity.ts'

/** Somebody looks at the application as somebody else. */
export interface Impersonator {
  /** The e-mail address of whoever looks. */
  readonly impersonator: string
  /** For people to read: as whom. */
  readonly as: string
}

/** Who looks at the application as whom; `undefined` when everybody is who they are. The same object until that changes. */
export function useImpersonation(): Impersonator | undefined {
  // Who is not known has neither.
  const { impersonator, displayIdentity } = useIdentity() as Partial<Extract<Identity, { status: 'known' }>>
  return useMemo(
    () =>
      impersonator && displayIdentity
        ? { impersonator, as: displayIdentity.slice(impersonator.length + ' as '.length) }
        : undefined,
    [impersonator, displayIdentity],
  )
}
