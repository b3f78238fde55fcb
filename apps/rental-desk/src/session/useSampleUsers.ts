import { useEffect, useState } from 'react'
import { fetchSampleUsers, type SampleUser } from './sampleUsers.ts'

export type SampleUsers =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly users: readonly SampleUser[] }
  | { readonly status: 'failed' }

/** Fetches the sample users. `retry` fetches them again after a failure. */
export function useSampleUsers(): { sample: SampleUsers; retry: () => void } {
  const [sample, setSample] = useState<SampleUsers>({ status: 'loading' })
  const isLoading = sample.status === 'loading'
  useEffect(() => {
    if (!isLoading) return
    let isCurrent = true
    const show = (next: SampleUsers) => {
      if (isCurrent) setSample(next)
    }
    fetchSampleUsers().then(
      (users) => show({ status: 'ready', users }),
      () => show({ status: 'failed' }),
    )
    return () => {
      isCurrent = false
    }
  }, [isLoading])
  return {
    sample,
    retry: () => {
      if (sample.status === 'failed') setSample({ status: 'loading' })
    },
  }
}
