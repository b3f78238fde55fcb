import type { Clicks } from '../core/ports/platform.ts'
import { listen } from './windowPage.ts'

/** The user of the page, as the browser reports them. */
export const clicks: Clicks = {
  onClick(listener) {
    return listen(() => [[document, 'click', (event) => listener((selector) => isInside(event.target, selector))]])
  },

  onNavigate(listener) {
    return listen(() => [
      [window, 'popstate', listener],
      [window, 'hashchange', listener],
    ])
  },

  isDoNotTrack: () => typeof navigator === 'object' && navigator.doNotTrack === '1',
}

function isInside(target: EventTarget | null, selector: string): boolean {
  try {
    return target instanceof Element && target.closest(selector) !== null
  } catch {
    return false // the selector is invalid
  }
}
