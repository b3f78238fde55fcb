import type { ObservedLayer } from '../core/observer.ts'
import type { Frame } from './createFrame.ts'
import type { Recording, RecordingKeeper } from './panel/recording.ts'
import type { Overrides } from './overrides.ts'
import type { Seen } from './seen.ts'

/** What the panel shows, and where. */
export interface Inspected {
  readonly layer: ObservedLayer
  readonly seen: Seen
  readonly overrides: Overrides
  readonly frame: Frame
  /** The latest recording, which goes on while the panel is closed. */
  readonly recorded: { recording?: Recording | undefined; keeper?: RecordingKeeper }
  /** Aborts when the inspector ends. */
  readonly signal: AbortSignal
  /** The address of the documentation, if the application has set one. */
  readonly docs: string | undefined
  /** Shows the panel and the banner anew: `document.open()` has removed the listeners within them. */
  showAgain(): void
  /** Opens the panel, which takes the focus by default. */
  open(takesFocus?: boolean): void
  /** Closes the panel, and returns the focus. */
  close(): void
}

/** What is loaded when the panel is first opened, or when a flag is overridden. Each function returns what ends it. */
export interface PanelPart {
  startPanel(inspected: Inspected, takesFocus: boolean): () => void
  startBanner(inspected: Inspected): () => void
}

/** What follows events to other pages, and keeps the inspector in this one. It is loaded when the page starts. */
interface SharingPart {
  startSharing(inspected: Inspected): void
}

/** Loads the parts that the page does not need at once. */
export interface Loads {
  panel(): PromiseLike<PanelPart>
  sharing(): PromiseLike<SharingPart>
}
