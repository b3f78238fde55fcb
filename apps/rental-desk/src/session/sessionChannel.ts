import type { Tokens } from './askedTokens.ts'

/** Between the tabs of this browser, which have one session. */
export const sessionChannel = new BroadcastChannel('rental-desk.session')

/** Sends the tokens themselves: what is stored may reach the process of another tab later than a message. */
export function tellOthers(tokens: Tokens): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the channel is of one origin
  sessionChannel.postMessage(tokens)
}
