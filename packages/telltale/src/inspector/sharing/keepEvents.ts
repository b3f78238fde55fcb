/** What happens within the panel is no click, key or paste of the application, whose menus and shortcuts would answer. */
const TYPES = [
  ...[
    'keydown',
    'keypress',
    'keyup',
    'beforeinput',
    'input',
    'paste',
    'copy',
    'cut',
    'contextmenu',
    'wheel',
    'touchmove',
  ],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click', 'dblclick', 'auxclick'],
  ...['focusin', 'focusout'],
]

/** The listener of each element: one that is there is not added again. */
const listeners = new WeakMap<HTMLElement, (event: Event) => void>()

/**
 * Keeps the events of an element from the page. A dialog that keeps the focus would take it back, and forbid clicks and keys outside of it:
 * it listens at the document, also in the capture phase, so events are stopped at the window.
 */
export function keepEvents(host: HTMLElement, signal: AbortSignal): void {
  const keep = listeners.get(host) ?? ((event: Event) => keepFrom(host, event))
  listeners.set(host, keep)
  for (const type of TYPES) addEventListener(type, keep, { capture: true, signal })
}

function keepFrom(host: HTMLElement, event: Event) {
  const { type, key, relatedTarget } = event as KeyboardEvent & FocusEvent
  const path = event.composedPath()
  const [target] = path
  const isWithin = path.includes(host)
  // The page does not learn either that the focus has moved into the panel.
  if (!isWithin && relatedTarget !== host) return
  event.stopImmediatePropagation()
  if (!isWithin || target === host) return
  // It stays within the shadow root. It is prevented from the start, since WebKit submits a form for any event named `click`: what a click
  // does by itself, the real event does, unless the panel prevents it.
  const copy = Object.assign(new Event(type, { bubbles: true, cancelable: true }), { key })
  copy.preventDefault()
  copy.preventDefault = () => event.preventDefault()
  target?.dispatchEvent(copy)
}
