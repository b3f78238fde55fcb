import type { Unsubscribe } from '../lib/listeners.ts'

/** The page as far as a flag client on its own needs to know it. */
export interface PlainPage {
  url(): string
  /** The value of a cookie that scripts may read. */
  cookie(name: string): string | undefined
  /** The page may be going away: the listener must do all it has to do before it returns. May come more than once. */
  onMayExit(listener: () => void): Unsubscribe
}

export interface Page extends PlainPage {
  /** The user's screen, in CSS pixels. */
  screen(): { width: number; height: number }
  /** Whether the browser has timed a navigation to this page: a web view of a mobile application has not. */
  hasNavigationTiming(): boolean
  /** The page is back, from the background or from the back/forward cache, or the network is. */
  onReturn(listener: () => void): Unsubscribe
}
