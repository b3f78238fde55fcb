import { useEffect } from 'react'
import { nextFocus, placeOf, type FocusPlace } from './nextFocus.ts'

/** How many parts of the page are remembered with what had the focus in them. */
const MAX_PLACES = 6

/**
 * Moves the focus on when the element that has it is removed, disabled or hidden. The browser would drop it, and the next Tab
 * would start from the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    // The latest place is the last one; one for each part of the page.
    let places: readonly FocusPlace[] = []
    let frame = 0

    function focused({ target }: FocusEvent): void {
      if (!(target instanceof HTMLElement)) return
      const place = placeOf(target)
      places = [...places.filter(({ part }) => part !== place.part), place].slice(-MAX_PLACES)
    }

    // A click on the ground takes the focus away on purpose; the element is still there then.
    function blurred({ target }: FocusEvent): void {
      setTimeout(() => {
        const last = places.at(-1)?.element
        if (last === target && last !== undefined && !isLost(last) && document.hasFocus() && hasNoFocus()) places = []
      })
    }

    function check(): void {
      const last = places.at(-1)
      if (last === undefined || !isLost(last.element)) return
      if (hasNoFocus() || document.activeElement === last.element) nextFocus(places)?.focus({ preventScroll: true })
    }

    // After the frame: whatever closes may give the focus back itself.
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(check)
    })
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-open'],
    })
    document.addEventListener('focusin', focused)
    document.addEventListener('focusout', blurred)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', focused)
      document.removeEventListener('focusout', blurred)
    }
  }, [])
}

function isLost(element: HTMLElement): boolean {
  return !element.isConnected || element.matches(':disabled') || !element.checkVisibility()
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
