import { bool, checkOptions, text } from '../core/checkOptions.ts'
import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/json.ts'
import { loadLater, type Load } from '../core/loadLater.ts'
import type { Context, UserContext } from '../core/model/flag.ts'
import { atLevel, type PerLevel } from '../core/model/promotion.ts'
import { amount, fn, isFunction, isPerLevel, type OptionTable } from '../core/optionTable.ts'
import { STREAM_MISSING } from '../flags/flagError.ts'
import type { FlagsPart } from '../flags/flags.ts'
import type { CreateFlagSource } from '../flags/flagSource.ts'
import { bootstrapReader } from '../flags/readBootstrap.ts'
import { isKind } from '../flags/readContext.ts'
import { readSource, type SharingPorts } from '../flags/readSource.ts'
import { createSourceFlags, type FlagSourceOptions } from '../flags/sourceFlags.ts'
import type { Following, FollowNeeds } from './followChanges.ts'
import { ofrepContext } from './ofrepContext.ts'
import { type FollowSource, type OfrepHeaders, type OfrepServer, type OfrepSource, ofrepSource } from './ofrepSource.ts'

/** The options of `ofrep`. */
export interface OfrepOptions extends Pick<
  FlagSourceOptions,
  'kind' | 'streaming' | 'bootstrap' | 'maxCachedContexts'
> {
  /** The address of the server, before `/ofrep/v1`, for all levels or for each one. */
  url: PerLevel
  /** Headers of the requests for flags, such as `Authorization` or `X-API-Key`, or a function that returns them, or a promise of them. Not of the stream. */
  headers?: OfrepHeaders | (() => OfrepHeaders | undefined | PromiseLike<OfrepHeaders | undefined>) | undefined
  /** The name of the server, in messages and in the cache: `ofrep` and its address by default. */
  name?: string | undefined
  /**
   * Returns the context that is sent, in the place of the default: the attributes of the user, `targetingKey`, and an object for each account.
   * The second argument is of several kinds if the user has `identity.accounts`.
   */
  context?: ((user: UserContext, whole: Context) => Readonly<Record<string, unknown>>) | undefined
  /** How often flags are requested while changes are followed, if the server has no stream: never by default. In milliseconds. */
  pollIntervalMs?: number | undefined
}

const OFREP = {
  what: 'ofrep',
  table: {
    url: [isPerLevel, 'the address of the server'],
    headers: [(value) => isFunction(value) || isRecord(value), 'an object of headers or a function'],
    name: text,
    context: fn,
    pollIntervalMs: amount,
    kind: [isKind, 'letters, digits, ".", "_" and "-"'],
    streaming: bool,
    bootstrap: [(value) => value === 'localStorage' || isRecord(value), 'localStorage or an object of flags'],
    maxCachedContexts: amount,
  } satisfies OptionTable<OfrepOptions>,
  required: ['url'],
}

/** Starts what follows changes. Only pages that follow changes load it. */
export type StartFollowing = (needs: Omit<FollowNeeds, 'http'>) => Following

/** The flags of the layer from a server of the OpenFeature Remote Evaluation Protocol. */
export function createOfrep(options: OfrepOptions, sharing: SharingPorts, load: Load<StartFollowing>): FlagsPart {
  const passed = checkOptions(OFREP, options)
  const given = passed.options
  const bootstrapFlag = bootstrapReader(given.bootstrap)
  return {
    name: 'ofrep',
    bootstrapFlag,
    passed,
    start(host) {
      const url = atLevel(given.url, host.app.promotion).replace(/\/+$/, '')
      const name = given.name ?? `ofrep ${url}`
      const { create, read } = ofrepReader({ ...given, url }, host, load)
      return createSourceFlags({ ...given, name, create }, { ...sharing, read }).start(host)
    },
  }
}

function ofrepReader(
  { url, headers, context: contextOf = ofrepContext, pollIntervalMs }: OfrepOptions & { url: string },
  { platform, http, bus }: Host,
  load: Load<StartFollowing>,
) {
  const server: OfrepServer = {
    url,
    headers,
    resolve: (path, origin = url) => attempt(() => new URL(path, new URL(origin, platform.page.url())).href),
  }
  const report = (message: string, until?: AbortSignal) =>
    bus.publish('problem', { where: 'flags', message, isError: true, until })
  let following: Following | undefined

  function whenLoaded(signal: AbortSignal, use: (loaded: Following) => void) {
    loadLater({ platform, bus, signal, load, where: 'flags', missing: STREAM_MISSING }, (start) => {
      following ??= start({ platform, pollIntervalMs, report })
      use(following)
    })
  }

  const follow: FollowSource = (source, on, signal) => whenLoaded(signal, ({ streams }) => streams(source, on, signal))

  /** The source that was created last. */
  let latest: OfrepSource | undefined

  const create: CreateFlagSource = (user, _signature, whole = user) =>
    (latest = ofrepSource(contextOf(user, whole), { server, http, report, follow }))

  const read: typeof readSource = (...given) => {
    const createReader = readSource(...given)
    return (context, signature) => {
      latest = undefined
      const reader = createReader(context, signature)
      const source = latest as OfrepSource | undefined
      // Otherwise the function of the application that makes the context has thrown.
      if (!source) return reader
      return {
        fetch: reader.fetch,
        follow: (on, signal) => whenLoaded(signal, ({ whileShown }) => whileShown(source, reader, { on, signal })),
      }
    }
  }
  return { create, read }
}
