import type { Unsubscribe } from '../lib/listeners.ts'

/** What somebody does on the page, and wants of it. */
export interface Visitor {
  /** Somebody clicked: `matches` tells whether on something that this CSS selector describes, or inside of it. */
  onClick(listener: (matches: (selector: string) => boolean) => void): Unsubscribe
  /** The address may have changed without a new page. Not every change is told. */
  onNavigate(listener: () => void): Unsubscribe
  /** The user's browser asks not to be tracked. */
  isDoNotTrack(): boolean
}
