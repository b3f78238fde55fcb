import { useHotkeys } from '@mantine/hooks'

/** The actions of keys, except while the user is typing. */
export type Key = readonly [key: string, act: (event: KeyboardEvent) => void]

/** Input types without text, in which the shortcuts stay active. */
const NO_TEXT = new Set(['radio', 'checkbox', 'button', 'submit'])

/** Elements in which arrow keys have a meaning of their own: choices, menus, scrolling regions. */
const USES_ARROWS =
  'input, [role=menu], [role=tablist], [role=radiogroup], [tabindex="0"]:is([role=group], [role=tabpanel])'

/** Keyboard shortcuts of the whole page. Inactive while the user types or chooses, or while a dialog is open. */
export function useKeys(keys: readonly Key[]): void {
  useHotkeys(
    keys.map(([key, act]) => [
      key,
      (event) => {
        // The focused control handles the key first.
        if (event.defaultPrevented || isTyping(event.target) || isElsewhere(event)) return
        event.preventDefault()
        act(event)
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

function isElsewhere({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest('[role=dialog]') !== null || (key.startsWith('Arrow') && target.closest(USES_ARROWS) !== null)
}
