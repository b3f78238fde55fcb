import { createHttp, type HttpOptions } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { StoragePart } from './asyncStorage.ts'
import type { EtagsPart } from './etags.ts'
import type { FlagDeps } from './flagClient.ts'
import { safeLog } from './flagErrors.ts'
import type { FlagClientSettings } from './flagSettings.ts'
import { anonymousKey } from './readContext.ts'
import { withServiceHeaders } from './readSettings.ts'

/** Where the vendor's clients store the key of an anonymous context, the newest first: a user keeps the same key after a migration. */
const foreignNames = (kind: string) => [
  `LaunchDarkly_ContextKeys_${kind}`,
  `LaunchDarkly_AnonymousKeys_${kind}`,
  `ld:$contextKey:${kind}`,
  ...(kind === 'user' ? ['ld:$anonUserId'] : []),
]

/** What a standalone client needs of its environment. */
export type ClientDeps = Omit<FlagDeps, 'http'>

/** The platform of a standalone client, with what its options replace or add. */
export function clientPlatform(settings: FlagClientSettings, deps: ClientDeps) {
  const ownStorage = attempt(() => (settings.storage as StoragePart).open(deps.clock))
  const storage = ownStorage ?? deps.storage
  const log = safeLog(settings.logger, deps.log)
  const plainHttp = createHttp(deps)
  const ask =
    attempt(() => (settings.etags as EtagsPart).wrap(plainHttp, storage, settings.maxCachedContexts)) ?? plainHttp
  const instance = settings.instanceId ? { 'X-LaunchDarkly-Instance-Id': deps.random.uuid() } : {}
  let environmentId: string | undefined

  const platform: FlagDeps = {
    ...deps,
    log,
    storage,
    async http(request: HttpOptions) {
      const answer = await ask(request)
      if (answer.outcome === 'success') environmentId = answer.header('x-ld-envid') ?? environmentId
      return answer
    },
  }
  return {
    platform,
    log,
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
