import type { StreamConnection } from '../protocol/consoleConnections.ts'
import type { EvaluatedFlags } from './flagEngine.ts'
import { flagMap, flagMessages } from './flagMessages.ts'
import type { FlagsSnapshot } from './flagStore.ts'
import { contextKey } from './readContext.ts'
import { serverData, serverMessages } from './serverData.ts'

export interface Message {
  readonly event?: string
  readonly data: string
}

/** The source of the messages of a stream. */
export interface MessageSource {
  readonly shown: Pick<StreamConnection, 'kind' | 'environment' | 'contextKey'>
  readonly first: Message
  /** The version of the flags in `first`. */
  readonly version: number
  /** The messages about a change. `undefined` ends the stream, because its environment was removed. */
  update(now: FlagsSnapshot): Promise<readonly Message[] | undefined>
}

export interface FlagSubscription {
  /** A client-side id. */
  readonly environment: string
  readonly context: unknown
  readonly withReasons: boolean
  /** The flags of the context at `version`. */
  readonly flags: EvaluatedFlags
  readonly version: number
}

/** The flags of one context, for a page. */
export function createFlagSource({
  environment,
  context,
  withReasons,
  flags,
  version,
}: FlagSubscription): MessageSource {
  let known = flags
  return {
    shown: { kind: 'flags', environment, contextKey: contextKey(context) },
    first: { event: 'put', data: JSON.stringify(flagMap(flags, version)) },
    version,
    async update(now) {
      const flagsNow = await now.environments.get(environment)?.engine.evaluate(context, { withReasons })
      if (flagsNow === undefined) return undefined
      const messages = flagMessages(known, flagsNow, now.version)
      known = flagsNow
      return messages.map(({ event, data }) => ({ event, data: JSON.stringify(data) }))
    },
  }
}

/** All flags and segments of an environment, for a server SDK. */
export function createServerSource(environment: string, first: FlagsSnapshot): MessageSource {
  const dataIn = (now: FlagsSnapshot) => {
    const live = now.environments.get(environment)
    return live && serverData(live, now)
  }
  let known = dataIn(first) ?? { flags: {}, segments: {} }
  return {
    shown: { kind: 'server', environment, contextKey: 'server SDK' },
    first: { event: 'put', data: JSON.stringify({ path: '/', data: known }) },
    version: first.version,
    async update(now) {
      const data = dataIn(now)
      if (data === undefined) return undefined
      const messages = serverMessages(known, data, now.version)
      known = data
      return messages.map((message) => ({ event: message.event, data: JSON.stringify(message.data) }))
    },
  }
}
