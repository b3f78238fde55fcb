import type { StartActivity } from '../flags/flagActivity.ts'
import { createFlagActivity } from '../flags/startFlagActivity.ts'
import { shareStream } from '../flags/shareStream.ts'
import { laterPorts } from '../platform/laterPorts.ts'
import { visitor } from '../platform/visitor.ts'
import { webChannel } from '../platform/webChannel.ts'

const start = createFlagActivity({
  visitor,
  channel: webChannel,
  shareStream,
  isKept: true,
  // A bundler makes a file of each of them.
  files: {
    loadGoals: async () => (await import('../flags/goals.ts')).watchGoals,
    loadDiagnostics: async () => (await import('../flags/diagnostics.ts')).sendDiagnostics,
    // The first flag events are sent before.
    diagnosticsDelayMs: 2_500,
  },
})

/** The events and the stream of flags, in a browser. */
export const flagActivity: StartActivity = (needs) =>
  start({ ...needs, platform: { ...needs.platform, ...laterPorts(needs.platform) } })
