import type { Unsubscribe } from '../lib/listeners.ts'

export interface Page {
  url(): string
  /** The user's screen, in CSS pixels. */
  screen(): { width: number; height: number }
  /** The page may be going away: the listener must do all it has to do before it returns. May come more than once. */
  onMayExit(listener: () => void): Unsubscribe
  /** The page is back, from the background or from the back/forward cache, or the network is. */
  onReturn(listener: () => void): Unsubscribe
}
