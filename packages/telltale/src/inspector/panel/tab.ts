import type { Inspected } from '../inspected.ts'

/** The content of a tab. */
export interface TabContent {
  readonly element: HTMLElement
  /** Shows what has changed. Called as long as the tab is shown. */
  update(): void
  /** Ends what the tab has started. */
  stop?(): void
}

export interface Tab {
  readonly name: string
  /** What stands beside the name, such as the number of problems. */
  count?(inspected: Inspected): number
  /** Whether the tab is doing something that must not be forgotten. */
  isActive?(inspected: Inspected): boolean
  create(inspected: Inspected): TabContent
}
