import { useHotkeys } from '@mantine/hooks'
import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/**
 * Ctrl+S saves from every field of the page. A field with pills passes on its text only when it loses the focus, so the focus
 * leaves it for a moment.
 */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  useLayoutEffect(() => {
    latest.current = save
  }, [save])

  function press(): void {
    const field = document.activeElement
    if (field instanceof HTMLInputElement) {
      flushSync(() => field.blur())
      field.focus({ preventScroll: true })
    }
    latest.current()
  }

  useHotkeys([['mod+s', press]], [], true)
}
