const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta'] as const

/** Whether this is the key, written as `aria-keyshortcuts` is: `Control+Shift+K`, or with a place: `Control+Backquote`. */
export function isKey(event: KeyboardEvent, wanted: string): boolean {
  const names = wanted.split('+')
  const last = names.at(-1)?.toLowerCase()
  return (
    !event.repeat &&
    MODIFIERS.every((name) => event.getModifierState(name) === names.slice(0, -1).includes(name)) &&
    (event.code.toLowerCase() === last || event.key.toLowerCase() === last)
  )
}
