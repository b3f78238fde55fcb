import { addStyles } from './addStyles.ts'
import { attempt } from '../core/lib/attempt.ts'

const TAG = 'telltale-inspector'
/** Asks the inspector of another layer to open. */
const OPEN = 'telltale-open'
/** How long the element waits for the end of the document, in milliseconds. */
const LATEST_MS = 3_000
/** A script that removes all elements it does not know would remove this one again and again. */
const MAX_RETURNS = 20

/** What happens within the panel is no click, key or paste of the application, whose menus and shortcuts would answer. */
const OWN_EVENTS = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'focusin', 'paste', 'copy', 'cut'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick', 'contextmenu'],
]

interface FrameOptions {
  readonly hasButton: boolean
  onToggle(): void
}

/**
 * The place of the panel, the banner and the button: an element beside `body`, which frameworks replace, with a shadow root, which the
 * styles of the page do not reach. It is in the top layer where the browser has one, above everything else.
 */
export function createFrame(app: string, { hasButton, onToggle }: FrameOptions) {
  const host = document.createElement(TAG)
  host.dataset['app'] = app
  host.popover = 'manual'
  const root = host.attachShadow({ mode: 'open' })
  addStyles(root, STYLES)
  const element = document.createElement('div')
  element.className = 'frame'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'opener'
  button.title = `Inspect ${app}`
  button.setAttribute('aria-label', button.title)
  button.setAttribute('aria-expanded', 'false')
  button.addEventListener('click', onToggle)
  root.append(element)
  for (const type of OWN_EVENTS) host.addEventListener(type, (event) => event.stopPropagation())
  host.addEventListener(OPEN, onToggle)
  let returns = 0
  const observer = new MutationObserver(() => {
    if (!host.isConnected && (returns += 1) <= MAX_RETURNS) attach()
  })

  function attach() {
    // One button for all layers of a page: the panel has the names of the others.
    if (hasButton && !document.querySelector(TAG)) element.append(button)
    document.documentElement.append(host)
    attempt(() => host.showPopover())
    observer.disconnect()
    for (const parent of [document, document.documentElement]) observer.observe(parent, { childList: true })
  }

  const cancel = whenRead(() => host.isConnected || attach())
  return {
    element,
    isOpen: () => 'open' in host.dataset,
    isOtherOpen: () => [...document.querySelectorAll(`${TAG}[data-open]`)].some((other) => other !== host),
    setOpen(isOpen: boolean) {
      if (isOpen && !host.isConnected) attach()
      host.toggleAttribute('data-open', isOpen)
      button.setAttribute('aria-expanded', String(isOpen))
    },
    focusButton: () => button.focus(),
    remove() {
      cancel()
      observer.disconnect()
      host.remove()
    },
  }
}

/** The inspectors of the other layers of this page, by the names of their applications. */
export const otherInspectors = (frame: HTMLElement): readonly (readonly [name: string, open: () => void])[] =>
  [...document.querySelectorAll<HTMLElement>(TAG)].flatMap((host) =>
    host.shadowRoot?.contains(frame) ? [] : [[host.dataset['app'] ?? '', () => host.dispatchEvent(new Event(OPEN))]],
  )

/**
 * Calls `action` once the document was read, and the scripts of its end have run: a framework that takes over the HTML of a server does
 * not expect another element.
 */
function whenRead(action: () => unknown): () => void {
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    waiting.abort()
    clearTimeout(timer)
    timer = setTimeout(action)
  }
  if (document.readyState === 'complete') begin()
  else {
    // A page that waits for an image has its banner before.
    timer = setTimeout(begin, LATEST_MS)
    for (const type of ['DOMContentLoaded', 'load'])
      addEventListener(type, begin, { capture: true, signal: waiting.signal })
  }
  return () => {
    waiting.abort()
    clearTimeout(timer)
  }
}

// `!important` within a shadow root precedes that of the page.
const STYLES = `
:host {
  all: initial !important;
  position: fixed !important;
  inset: 0 !important;
  z-index: 2147483647 !important;
  display: block !important;
  pointer-events: none !important;
}
.frame { position: absolute; inset: 0; display: flex; flex-direction: column; color-scheme: light dark; }
.opener {
  position: absolute; right: 0; top: 62%; width: 26px; height: 40px; padding: 0; cursor: pointer; pointer-events: auto;
  border: 1px solid #74bfa2; border-right: 0; border-radius: 8px 0 0 8px; background: #0d6e50;
}
.opener::before {
  content: ''; display: block; width: 12px; height: 14px; margin: auto; background: #fff;
  clip-path: polygon(0 0, 100% 25%, 18% 55%, 18% 100%, 0 100%);
}
.opener:focus-visible { outline: 3px solid #e0b15c; }
:host([data-open]) .opener { display: none; }
`
