import { createHttp, type Http } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Log } from '../core/ports/platform.ts'
import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import type { FlagClientSettings } from './flagClientOptions.ts'
import { anonymousKey } from '../flags/readContext.ts'
import { withServiceHeaders } from '../launchDarklyService/readSettings.ts'
import type { ShareStream } from '../flags/shareStream.ts'
import type { EtagsPart } from './withEtags.ts'
import type { StoragePart } from './withStorage.ts'

/** Where the vendor's clients store the key of an anonymous context, the newest first: a user keeps the same key after a migration. */
const foreignNames = (kind: string) => [
  `LaunchDarkly_ContextKeys_${kind}`,
  `LaunchDarkly_AnonymousKeys_${kind}`,
  `ld:$contextKey:${kind}`,
  ...(kind === 'user' ? ['ld:$anonUserId'] : []),
]

/** What a standalone client needs of its environment. */
export type ClientDeps = Omit<LateFlagPlatform, 'http'> & { shareStream?: ShareStream }

/** The platform of a standalone client, with what its options replace or add. */
export function clientPlatform(settings: FlagClientSettings, deps: ClientDeps) {
  const ownStorage = attempt(() => (settings.storage as StoragePart).open(deps.clock))
  const storage = ownStorage ?? deps.storage
  const plainHttp = createHttp(deps)
  const ask =
    attempt(() => (settings.etags as EtagsPart).wrap(plainHttp, storage, settings.maxCachedContexts)) ?? plainHttp
  const instance = settings.instanceId ? { 'X-LaunchDarkly-Instance-Id': deps.random.uuid() } : {}
  let environmentId: string | undefined

  const platform: LateFlagPlatform = {
    ...deps,
    log: safeLog(settings.logger, deps.log),
    storage,
    async http(request: Parameters<Http>[0]) {
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
