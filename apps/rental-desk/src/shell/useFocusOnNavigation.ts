import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

/** Puts the focus on the title of a page that was navigated to, as a browser does with a page that it loads. */
export function useFocusOnNavigation(): void {
  const [location] = useLocation()
  const last = useRef(location)
  useEffect(() => {
    if (last.current === location) return
    last.current = location
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [location])
}
