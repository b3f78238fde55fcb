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
  loadDiagnostics: async () => (await import('../flags/diagnostics.ts')).sendDiagnostics,
})
