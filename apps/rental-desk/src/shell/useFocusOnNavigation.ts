import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * Puts the focus on the title of a page that was navigated to, as a browser does with a page that it loads; and on that of
 * somebody's first page, when somebody else sat here before.
 */
export function useFocusOnNavigation(isAnothersDesk: boolean): void {
  const [location] = useLocation()
  const last = useRef(isAnothersDesk ? undefined : location)
  useEffect(() => {
    if (last.current === location) return
    last.current = location
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [location])
}
