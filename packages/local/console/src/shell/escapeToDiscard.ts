import type { KeyboardEvent } from 'react'

/**
 * From a field of a form with unsaved changes, Escape goes to the button that discards them. It does not discard them itself:
 * Escape is pressed by habit, and the changes could not be restored.
 */
export function escapeToDiscard({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Escape' || !(target instanceof HTMLElement)) return
  // In an open list, Escape closes the list.
  if (!target.matches('input, textarea, select, [contenteditable]') || target.ariaExpanded === 'true') return
  currentTarget.querySelector<HTMLElement>('[data-discards]:not(:disabled)')?.focus()
}
