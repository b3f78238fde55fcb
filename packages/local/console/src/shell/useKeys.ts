import { useHotkeys } from '@mantine/hooks'

/** What a key does, unless somebody is typing. */
export type Key = readonly [key: string, act: () => void]

/** Inputs into which no text is typed: a key means the same beside them as anywhere. */
const NO_TEXT = new Set(['radio', 'checkbox', 'button', 'submit'])

/** Keys of the whole page. They rest while somebody types or chooses. */
export function useKeys(keys: readonly Key[]): void {
  useHotkeys(
    keys.map(([key, act]) => [
      key,
      (event) => {
        if (isTyping(event.target)) return
        event.preventDefault()
        act()
      },
      { preventDefault: false },
    ]),
    [],
  )
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
