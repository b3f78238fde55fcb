/** Milliseconds throughout; addresses without a slash at the end. */
export interface FlagSettings {
  clientSideId: string
  baseUrl: string
  streamUrl: string
  eventsUrl: string
  /** `undefined`: while somebody listens for changes. */
  streaming: boolean | undefined
  method: 'GET' | 'REPORT' | 'POST'
  hash: string | undefined
  evaluationReasons: boolean
  streamReconnectDelay: number
}

export interface FlagClientOptions {
  /** The environment's client-side id. */
  clientSideId: string
  /** Where flags are asked for; the vendor's address if absent. */
  baseUrl?: string
  /** Where changes are streamed from; the vendor's address if absent. */
  streamUrl?: string
  /** Where events go; the vendor's address if absent. */
  eventsUrl?: string
  /** Receive changes as they happen. If absent: while somebody listens for changes. */
  streaming?: boolean
}

const trimmed = (url: string) => url.replace(/\/+$/, '')

export function flagSettings(options: FlagClientOptions): FlagSettings {
  return {
    clientSideId: options.clientSideId,
    baseUrl: trimmed(options.baseUrl ?? 'https://app.launchdarkly.com'),
    streamUrl: trimmed(options.streamUrl ?? 'https://clientstream.launchdarkly.com'),
    eventsUrl: trimmed(options.eventsUrl ?? 'https://events.launchdarkly.com'),
    streaming: options.streaming,
    method: 'GET',
    hash: undefined,
    evaluationReasons: false,
    streamReconnectDelay: 1000,
  }
}
