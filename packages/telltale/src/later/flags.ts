import { createFlagActivity } from '../flags/flagActivity.ts'
import { shareStream } from '../flags/shareStream.ts'
import { visitor } from '../platform/visitor.ts'
import { webChannel } from '../platform/webChannel.ts'

/** The events and the stream of flags, in a browser. */
export const flagActivity = createFlagActivity({
  visitor,
  channel: webChannel,
  shareStream,
  isKept: true,
  loadGoals: async () => (await import('../flags/goals.ts')).watchGoals,
  async loadDiagnostics() {
    await idle()
    return (await import('../flags/diagnostics.ts')).sendDiagnostics
  },
})

/** How long diagnostics leave the page to itself, in milliseconds: until the first flag events have been sent. */
const DIAGNOSTICS_DELAY_MS = 2_500

const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has no `requestIdleCallback`.
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout
    setTimeout(() => whenIdle(() => resolve()), DIAGNOSTICS_DELAY_MS)
  })
