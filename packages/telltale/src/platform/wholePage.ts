import type { Page } from '../core/ports/page.ts'
import { isPage, listen, windowPage } from './windowPage.ts'

/** The page with what a layer wants to know of it besides; a flag client on its own is spared that. */
export const wholePage: Page = {
  ...windowPage,
  screen: () => (isPage() ? { width: screen.width, height: screen.height } : { width: 0, height: 0 }),
  hasNavigationTiming: () => isPage() && performance.getEntriesByType('navigation').length > 0,

  onReturn(listener) {
    return listen(() => [
      [document, 'visibilitychange', () => document.visibilityState === 'visible' && listener()],
      [document, 'resume', listener],
      [window, 'pageshow', listener],
      [window, 'online', listener],
    ])
  },
}
