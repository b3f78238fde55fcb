import type { Unsubscribe } from '../lib/listeners.ts'

/** The part of the page that a flag client on its own needs. */
export interface PlainPage {
  url(): string
  /** Returns the value of a cookie that scripts may read. */
  cookie(name: string): string | undefined
  /**
   * Called when the page may be going away. The listener must complete its work before it returns. May be called more
   * than once.
   */
  onMayExit(listener: () => void): Unsubscribe
}

export interface Page extends PlainPage {
  /** The user's screen, in CSS pixels. */
  screen(): { width: number; height: number }
  /** Whether the browser has the timing of a navigation to this page. A web view of a mobile application has none. */
  hasNavigationTiming(): boolean
  /** Called when the page is back from the background or from the back/forward cache, or when the network is back. */
  onReturn(listener: () => void): Unsubscribe
}

/** The actions and preferences of the user of the page. */
export interface Visitor {
  /**
   * Called when the user clicks. `matches` returns whether the click was on, or inside, an element that matches a CSS
   * selector.
   */
  onClick(listener: (matches: (selector: string) => boolean) => void): Unsubscribe
  /** Called when the address may have changed without a new page. Not every change is reported. */
  onNavigate(listener: () => void): Unsubscribe
  /** Whether the user's browser asks not to be tracked. */
  isDoNotTrack(): boolean
}
