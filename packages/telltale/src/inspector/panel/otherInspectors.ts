import { OPEN, TAG } from '../createFrame.ts'

/** The inspectors of the other layers of this page, by the names of their applications. */
export const otherInspectors = (frame: HTMLElement): readonly (readonly [name: string, open: () => void])[] =>
  [...document.querySelectorAll<HTMLElement>(TAG)].flatMap((host) =>
    host.shadowRoot?.contains(frame) ? [] : [[host.dataset['app'] ?? '', () => host.dispatchEvent(new Event(OPEN))]],
  )
