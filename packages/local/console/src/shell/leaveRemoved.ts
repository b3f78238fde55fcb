import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { focusable } from './nextFocus.ts'

/** Goes on from an item that was removed. The list takes the focus: the next control may be that of another item. */
export function leaveRemoved(view: RefObject<HTMLElement | null>, go: () => void): void {
  flushSync(go)
  const list = view.current?.querySelector('section')
  if (list) focusable(list).focus()
}
