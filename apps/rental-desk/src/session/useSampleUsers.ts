import { useEffect, useState } from 'react'
import { fetchSampleUsers, type SampleUser } from './sampleUsers.ts'

export type SampleUsers =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly users: readonly SampleUser[] }
  | { readonly status: 'failed' }

/** The sample users, asked for each time they begin to be wanted. */
export function useSampleUsers(isWanted: boolean): SampleUsers {
  const [state, setState] = useState<SampleUsers>({ status: 'loading' })
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const show = (next: SampleUsers) => {
      if (isCurrent) setState(next)
    }
    fetchSampleUsers().then(
      (users) => show({ status: 'ready', users }),
      () => show({ status: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return state
}
