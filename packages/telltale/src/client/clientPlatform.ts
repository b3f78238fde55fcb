import { createHttp, type HttpOptions, type Http } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord, parseJson, writeJson } from '../core/lib/json.ts'
import { sleep } from '../core/lib/time.ts'
import type { Clock, KeyValueStorage, Log } from '../core/ports/platform.ts'
import { createLatestList } from '../flags/flagCache.ts'
import type { FlagDeps } from '../flags/flagClient.ts'
import type { FlagClientSettings, FlagEtags, FlagStorage } from './flagClientOptions.ts'
import { anonymousKey } from '../flags/readContext.ts'
import { withServiceHeaders } from '../flags/readSettings.ts'
import type { ShareStream } from '../flags/shareStream.ts'

/** Where the vendor's clients store the key of an anonymous context, the newest first: a user keeps the same key after a migration. */
const foreignNames = (kind: string) => [
  `LaunchDarkly_ContextKeys_${kind}`,
  `LaunchDarkly_AnonymousKeys_${kind}`,
  `ld:$contextKey:${kind}`,
  ...(kind === 'user' ? ['ld:$anonUserId'] : []),
]

/** What a standalone client needs of its environment. */
export type ClientDeps = Omit<FlagDeps, 'http'> & { shareStream?: ShareStream }

/** The platform of a standalone client, with what its options replace or add. */
export function clientPlatform(settings: FlagClientSettings, deps: ClientDeps) {
  const ownStorage = attempt(() => (settings.storage as StoragePart).open(deps.clock))
  const storage = ownStorage ?? deps.storage
  const plainHttp = createHttp(deps)
  const ask =
    attempt(() => (settings.etags as EtagsPart).wrap(plainHttp, storage, settings.maxCachedContexts)) ?? plainHttp
  const instance = settings.instanceId ? { 'X-LaunchDarkly-Instance-Id': deps.random.uuid() } : {}
  let environmentId: string | undefined

  const platform: FlagDeps = {
    ...deps,
    log: safeLog(settings.logger, deps.log),
    storage,
    async http(request: HttpOptions) {
      const answer = await ask(request)
      if (answer.outcome === 'success') environmentId = answer.header('x-ld-envid') ?? environmentId
      return answer
    },
  }
  return {
    platform,
    /** Resolves when the application's storage has answered. Absent without such a storage. */
    opened: ownStorage?.opened,
    keyFor: (kind: string) =>
      anonymousKey(kind, storage, () => {
        const found = foreignNames(kind).map((name) => storage.getForeign?.(name))
        return found.find(Boolean) ?? deps.random.uuid()
      }),
    /** The id of the environment, if the service has sent it. */
    environmentId: () => environmentId,
    /** The settings, with the headers of each request. */
    ownSettings: withServiceHeaders(settings, instance),
  }
}

/** The application's own log, which may be invalid or throw. A message goes to the other log if this one throws. */
export function safeLog(own: Log, other: Log): Log {
  const line = (level: keyof Log) => (message: string) =>
    attempt(
      () => own[level](message),
      () => other[level](message),
    )
  return { error: line('error'), warn: line('warn') }
}

/** Storage that the application provides. It may be asynchronous. */
export interface AsyncStorage {
  /** Returns the text that is stored under the key, or null or `undefined` when there is none. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  /** Stores the text. The client does not wait for the result. */
  set(key: string, value: string): unknown
}

/** How long to wait for the storage before continuing without it, in milliseconds. */
const TIMEOUT_MS = 5000
const ITEM = 'telltale'

/** The storage in use. `get` returns its entries after `opened`. */
export interface StoragePart extends FlagStorage {
  open(clock: Clock): KeyValueStorage & { opened: Promise<void> }
}

/** Keeps the keys of anonymous contexts, and flags, in the application's own storage: as one item, for this client alone. */
export const withStorage = (outer: AsyncStorage): FlagStorage => {
  const part: StoragePart = { name: 'storage', open: (clock) => openStorage(outer, clock) }
  return part
}

/** The item is read once. */
function openStorage(outer: AsyncStorage, clock: Clock): ReturnType<StoragePart['open']> {
  const items = new Map<string, string>()
  const opened = open()
  /** What was stored before must have been read. */
  const save = async () => {
    await opened
    await outer.set(ITEM, writeJson(Object.fromEntries(items)))
  }

  async function open() {
    const waiting = new AbortController()
    const ask = async () => outer.get(ITEM)
    const text = await Promise.race([ask().catch(() => undefined), sleep(clock, TIMEOUT_MS, waiting.signal)])
    waiting.abort()
    const kept = parseJson(text ?? '')
    for (const [key, value] of Object.entries(isRecord(kept) ? kept : {}))
      if (!items.has(key)) items.set(key, String(value))
  }

  return {
    opened,
    get: (key) => items.get(key),
    set(key, value) {
      items.set(key, value)
      save().catch(() => {})
      return true
    },
    remove: (key) => void items.delete(key),
    keys: (prefix) => [...items.keys()].filter((key) => key.startsWith(prefix)),
  }
}

// [spec] RFC 9110 §15.4.5: the flags are those of the entity tag.
const NOT_MODIFIED = 304

export interface EtagsPart extends FlagEtags {
  wrap(http: Http, storage: KeyValueStorage, maximum: number): Http
}

/**
 * Keeps the service's entity tags across visits, so that it need not send flags that have not changed. The vendor's servers do not
 * allow their request header across origins.
 */
export const withEtags = (): FlagEtags => {
  const part: EtagsPart = { name: 'etags', wrap }
  return part
}

/** Keeps each tag with the flags that were answered to exactly the same context. */
function wrap(http: Http, storage: KeyValueStorage, maximum: number): Http {
  const list = createLatestList(storage, 'etags', maximum)

  return async (options) => {
    // The environment and the context, at whatever address the service has.
    const [, asked] = options.url.split('/sdk/evalx/')
    if (asked === undefined) return http(options)
    const name = asked + (options.body ?? '')
    const { etag, text: known } = (list.find(name) ?? {}) as { etag?: string; text?: string }
    const headers = { ...options.headers, ...(etag && { 'If-None-Match': etag }) }
    const answer = await http({
      ...options,
      headers,
      ...(etag && { alsoSuccess: (status) => status === NOT_MODIFIED }),
    })
    if (answer.outcome !== 'success') return answer
    const isKnown = answer.status === NOT_MODIFIED
    return {
      ...answer,
      status: isKnown ? 200 : answer.status,
      header: (one) => (isKnown && one === 'content-type' ? 'application/json' : answer.header(one)),
      async text() {
        const text = await answer.text()
        if (isKnown) return known
        const tag = answer.header('etag')
        if (tag && text) list.put(name, { etag: tag, text })
        return text
      },
    }
  }
}
