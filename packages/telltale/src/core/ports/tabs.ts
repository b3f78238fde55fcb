/** What the tabs of one origin may do one at a time. */
export interface Tabs {
  /**
   * Runs `task` if no other tab is running one of this name, and answers whether it did. The signal given to the task
   * aborts when the page leaves or the caller's does: others may then have their turn at once, and the task does nothing more.
   */
  whileAlone(name: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<void>): Promise<boolean>
}
