/** What the tabs of one origin share. */
export interface Tabs {
  /**
   * Runs `task` if no other tab is running one of this name, and answers whether it did. The signal given to the task
   * aborts when the page leaves or the caller's does: others may then have their turn at once, and the task does nothing more.
   */
  whileAlone(name: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<void>): Promise<boolean>
  /**
   * Hears what other tabs say under this name until the signal aborts, and answers what says something to them. While the
   * page is in the back/forward cache it hears nothing.
   */
  channel(name: string, listener: ChannelListener, signal: AbortSignal): (message: string) => void
}

export interface ChannelListener {
  onMessage(message: string): void
  /** The page is back: something may have been missed. */
  onReturn(): void
}
