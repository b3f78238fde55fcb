/** What the tabs of one origin share. */
export interface Tabs {
  /**
   * Runs `task` if no other tab is running one of this name, and answers whether it did. The signal given to the task
   * aborts when the page leaves or the caller's does: the task then ends soon.
   */
  whileAlone(name: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<void>): Promise<boolean>
}
