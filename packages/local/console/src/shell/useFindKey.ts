import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useKeys } from './useKeys.ts'

/** `/` goes to the field that finds or filters. On a narrow screen, what is open hides the field: `showList` closes it first. */
export function useFindKey(field: RefObject<HTMLInputElement | null>, showList: () => void): void {
  function find(): void {
    if (field.current?.checkVisibility() === false) flushSync(showList)
    field.current?.focus()
  }
  useKeys([['/', find]])
}
