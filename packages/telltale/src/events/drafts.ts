import type { Host } from '../core/host.ts'
import { publicUrl } from '../core/lib/publicUrl.ts'
import { rememberLast } from '../core/lib/rememberLast.ts'
import { createUuidV7 } from '../core/lib/uuid.ts'
import type { EventDraft } from '../core/model/event.ts'
import type { TrackOptions } from '../core/model/trackOptions.ts'
import { draftEvent } from './draftEvent.ts'
import { readName, readOptions } from './readCall.ts'
import { readProperties } from './readProperties.ts'

/** Makes drafts of calls of `track`, and says what is wrong with them. */
export interface Drafts {
  /**
   * Of a call of the application's: one that TypeScript does not hold may give anything, and nothing of it may throw. `undefined` of a
   * call without a name, which cannot become an event.
   */
  ofCall(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): EventDraft | undefined
  /** Of an event of our own. */
  ofOwn(name: string): EventDraft
}

export function createDrafts({ platform, identity, bus }: Host, hasMessaging: boolean): Drafts {
  const needs = {
    ...platform,
    mintId: createUuidV7(platform.random.uuid),
    // Many events happen at one address.
    publicUrl: rememberLast(publicUrl),
  }

  function complain(message: string, isError?: true) {
    bus.publish('problem', { where: 'track', message, ...(isError && { isError }) })
  }

  function draft(name: string, given: unknown, options: TrackOptions): EventDraft {
    const { properties, leftOut } = readProperties(given)
    if (leftOut.length > 0) complain(`"${name}" goes without ${leftOut.join(' and ')}, which JSON cannot hold`)
    if (options.messaging && !hasMessaging)
      complain(`"${name}" is to go to the messaging widget, but there is none: set messaging.`, true)
    return draftEvent(needs, identity.get(), { name, properties, options })
  }

  return {
    ofCall(nameGiven, given, optionsGiven) {
      const name = readName(nameGiven)
      const options = readOptions(optionsGiven)
      if (name === undefined) {
        complain('the name of an event must be a non-empty string: the call is ignored', true)
        return undefined
      }
      if (bus.isHeard('tracked')) bus.publish('tracked', { name, given: given ?? {}, options })
      return draft(name, given, options)
    },
    ofOwn: (name) => draft(name, undefined, {}),
  }
}
