import { createFlagActivity, type FlagActivity } from '../flags/flagActivity.ts'
import type { FlagDeps } from '../flags/flagClient.ts'
import { shareStream } from '../flags/shareStream.ts'
import { undeliveredFlagEvents } from '../flags/undeliveredFlagEvents.ts'
import { laterPorts } from '../platform/laterPorts.ts'
import { visitor } from '../platform/visitor.ts'
import { webChannel } from '../platform/webChannel.ts'

const activity = createFlagActivity({ visitor, channel: webChannel, shareStream, undelivered: undeliveredFlagEvents })

const withLaterPorts = <Needs extends { platform: FlagDeps }>(needs: Needs): Needs => ({
  ...needs,
  platform: { ...needs.platform, ...laterPorts(needs.platform) },
})

/** The events and the stream of flags, in a browser. */
export const flagActivity: FlagActivity = {
  createEvents: (needs) => activity.createEvents(withLaterPorts(needs)),
  openStream: (request, needs, signal) => activity.openStream(request, withLaterPorts(needs), signal),
}
