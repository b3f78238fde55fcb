import { describeChannel } from '../core/ports/channel.suite.ts'
import { webChannel } from './webChannel.ts'

// A `BroadcastChannel` hears all others of its name, those of the same page too.
describeChannel('a channel between tabs', () => [webChannel, webChannel])
