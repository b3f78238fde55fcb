/**
 * Hears what other tabs of the origin say under this name until the signal aborts, and answers what says something to them:
 * nothing where tabs cannot hear each other. While the page is in the back/forward cache it hears nothing.
 */
export type Channel = (
  name: string,
  listener: ChannelListener,
  signal: AbortSignal,
) => ((message: string) => void) | undefined

export interface ChannelListener {
  onMessage(message: string): void
  /** The page is back: something may have been missed. */
  onReturn(): void
}
