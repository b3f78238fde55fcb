import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/**
 * Moves the focus to the title of a page after a navigation, because the browser only resets the focus when it loads a page.
 * After a change of user, also moves the focus to the title of the new user's first page.
 */
export function useFocusOnNavigation(isAnothersDesk: boolean): void {
  const [location] = useLocation()
  const last = useRef(isAnothersDesk ? undefined : location)
  useEffect(() => {
    if (last.current === location) return
    last.current = location
    focusTitle()
  }, [location])
}

/** Moves the focus to the title of the page, from where the next Tab goes on. */
export function focusTitle(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  scrollTo(0, 0)
}
