import { createHttp, type HttpOptions } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { StoragePart } from './asyncStorage.ts'
import { withEtags } from './etags.ts'
import type { FlagDeps } from './flagClient.ts'
import { safeLog } from './flagErrors.ts'
import type { FlagClientSettings } from './flagSettings.ts'

/** The platform of a standalone client, with what its options replace or add. */
export function clientPlatform(settings: FlagClientSettings, deps: Omit<FlagDeps, 'http'>) {
  const ownStorage = attempt(() => (settings.storage as StoragePart | undefined)?.open(deps.clock))
  const storage = ownStorage ?? deps.storage
  const log = safeLog(settings.logger, deps.log)
  const plainHttp = createHttp(deps)
  const ask = settings.etags ? withEtags(plainHttp, storage, settings.maxCachedContexts) : plainHttp
  const isIdSent = settings.instanceId && settings.sendLDHeaders
  const instance = isIdSent ? { 'X-LaunchDarkly-Instance-Id': deps.random.uuid() } : {}
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
    /** The id of the environment, if the service has sent it. */
    environmentId: () => environmentId,
    /** The settings, with headers of this client alone. */
    ownSettings: {
      ...settings,
      requestHeaderTransform: (headers: Record<string, string>) =>
        settings.requestHeaderTransform({ ...instance, ...headers }),
    },
  }
}
