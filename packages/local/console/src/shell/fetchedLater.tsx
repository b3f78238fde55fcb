import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component that is loaded on first render. React's `lazy` never retries a failed load. This component retries when it is
 * mounted again.
 */
export function fetchedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode,
): ComponentType<Props> {
  let latest = ask()

  function ask() {
    return lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        latest = ask()
        throw error
      }
    })
  }

  return function FetchedLater(props: Props) {
    // One promise for as long as it is mounted: a new one on each failed render would retry endlessly.
    const [Fetched] = useState<ComponentType<Props>>(() => latest)
    return (
      <Suspense fallback={waiting(props)}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
