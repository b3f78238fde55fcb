import { addStyles } from './addStyles.ts'
import { attempt } from '../core/lib/attempt.ts'
import { PREFIX } from '../platform/webStorage.ts'
import { whenRead } from './whenRead.ts'

export const TAG = 'telltale-inspector'
/** Where the panel keeps how it was left in this tab of the browser. */
export const panelKey = (app: string) => `${PREFIX}panel:${app}`
/** Asks the inspector of another layer to open. */
export const OPEN = 'telltale-open'

interface FrameOptions {
  readonly hasButton: boolean
  /** Opens the panel or closes it. */
  onToggle(): void
  onKey(event: KeyboardEvent): void
}

export type Frame = ReturnType<typeof createFrame>

/**
 * The place of the panel, the banner and the button: an element beside `body`, which frameworks replace, with a shadow root, which the
 * styles of the page do not reach. It is in the top layer where the browser has one, above everything else.
 */
export function createFrame(app: string, { hasButton, onToggle, onKey }: FrameOptions) {
  const host = document.createElement(TAG)
  host.dataset['app'] = app
  host.popover = 'manual'
  const root = host.attachShadow({ mode: 'open' })
  addStyles(root, STYLES)
  const element = document.createElement('div')
  element.className = 'frame'
  const button = document.createElement('button')
  const word = document.createElement('span')
  word.textContent = 'Telltale'
  word.setAttribute('aria-hidden', 'true')
  button.className = 'opener'
  button.setAttribute('aria-expanded', 'false')
  root.append(element)
  // The name has the visible word, by which those who speak to their computer call it.
  button.title = `Telltale: inspect ${app}`
  // Until the panel was opened once in this tab of the browser, a mark alone says nothing.
  if (attempt(() => sessionStorage.getItem(panelKey(app))) === null) button.append(word)
  listen()

  /** A listener that is there is not added again. */
  function listen() {
    addEventListener('keydown', onKey, true)
    button.addEventListener('click', onToggle)
    host.addEventListener(OPEN, onToggle)
  }

  function attach() {
    // One button for all layers of a page: the panel has the names of the others.
    if (hasButton && !document.querySelector(TAG)) element.append(button)
    listen()
    document.documentElement.append(host)
    attempt(() => host.showPopover())
  }

  const cancel = whenRead(() => host.isConnected || attach())
  return {
    host,
    root,
    element,
    button,
    attach,
    isOpen: () => 'open' in host.dataset,
    isOtherOpen: () => [...document.querySelectorAll(`${TAG}[data-open]`)].some((other) => other !== host),
    setOpen(isOpen: boolean) {
      if (isOpen && !host.isConnected) attach()
      host.toggleAttribute('data-open', isOpen)
      button.setAttribute('aria-expanded', String(isOpen))
      word.remove()
    },
    focusButton: () => button.focus(),
    remove() {
      cancel()
      removeEventListener('keydown', onKey, true)
      host.remove()
    },
  }
}

// `!important` within a shadow root precedes that of the page.
const STYLES = `
:host {
  all: initial !important;
  direction: ltr !important;
  position: fixed !important;
  inset: 0 !important;
  z-index: 2147483647 !important;
  display: block !important;
  pointer-events: none !important;
}
.frame { position: absolute; inset: 0; display: flex; flex-direction: column; color-scheme: light dark; }
.opener {
  position: absolute; right: 0; top: 62%; width: 26px; min-height: 40px; padding: 12px 0; cursor: pointer; pointer-events: auto;
  border: 1px solid #74bfa2; border-right: 0; border-radius: 8px 0 0 8px; background: #0d6e50;
}
.opener::before {
  content: ''; display: block; width: 12px; height: 14px; margin: auto; background: #fff;
  clip-path: polygon(0 0, 100% 25%, 18% 55%, 18% 100%, 0 100%);
}
.opener span { display: block; margin: 0 auto; padding: 6px 0; writing-mode: vertical-rl; font: 600 12px/24px system-ui, sans-serif; color: #fff; }
.opener:focus-visible { outline: 3px solid #e0b15c; }
:host([data-open]) .opener { display: none; }
@media print { :host { display: none !important; } }
`
