import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component that is fetched when it is first drawn. What React's `lazy` could not fetch it never asks for again; here, whatever is
 * mounted after a failure does.
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
    // One for as long as it is mounted: one that changed while it fails would be asked for without end.
    const [Fetched] = useState<ComponentType<Props>>(() => latest)
    return (
      <Suspense fallback={waiting(props)}>
        <Fetched {...props} />
      </Suspense>
    )
  }
}
