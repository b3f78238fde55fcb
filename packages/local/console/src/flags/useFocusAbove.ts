import { useLayoutEffect, type RefObject } from 'react'

/** Keeps the focused field of a form in sight when the bar over its lower edge appears or grows. */
export function useFocusAbove(form: RefObject<HTMLElement | null>, height: number): void {
  useLayoutEffect(() => {
    if (form.current === null) return
    // The bar appears and grows while a field has the focus.
    const focused = document.activeElement
    if (focused?.matches('input, select') && form.current.contains(focused))
      focused.scrollIntoView({ block: 'nearest' })
  }, [form, height])
}
