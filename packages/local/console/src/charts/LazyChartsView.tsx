import { lazy, Suspense } from 'react'
import type { FeedState } from '../feed/feedState.ts'

const Loaded = lazy(async () => ({ default: (await import('./ChartsView.tsx')).ChartsView }))

/** The charts, fetched with the library that draws them when they are first looked at. */
export function ChartsView(props: { readonly feed: FeedState }) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
