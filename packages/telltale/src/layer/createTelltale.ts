import { createAnalytics, type AnalyticsApi } from '../analytics/createAnalytics.ts'
import type { Host, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { createBus } from '../core/lib/bus.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { FlagsApi } from '../flags/flagsApi.ts'
import { createIdentity, type IdentityApi } from '../identity/createIdentity.ts'
import { readPromotion, settingsProblem } from './checkSettings.ts'
import { noFlags } from './noFlags.ts'
import { reportProblems } from './reportProblems.ts'
import type { Settings } from './settings.ts'

/** Who is using the application, what is switched on for them, and what they did. */
export interface Telltale extends AnalyticsApi {
  readonly identity: IdentityApi
  readonly flags: FlagsApi
  /** Ends the layer: nothing of it moves afterwards. What is not delivered yet goes with the next visit. */
  close(): void
}

/**
 * Starts the layer: the one place where its parts meet. Throws a sentence when the settings are wrong; after that nothing of
 * it throws into the page.
 */
export function createTelltale(settings: Settings, platform: Platform): Telltale {
  const problem = settingsProblem(settings)
  if (problem) throw new Error(`Telltale cannot start. ${problem}`)

  const app = { name: settings.app.name, platform: settings.app.platform ?? 'web' }
  const http = createHttp(platform)
  const identity = createIdentity(platform, http, {
    whoAmIUrl: () => whoAmIUrl(settings),
    appPlatform: app.platform,
    token: settings.auth.token,
    idToken: settings.auth.idToken,
  })
  const host: Host = { platform, http, identity: identity.current, bus: createBus<Topics>(), app }
  const stopReporting = reportProblems(host)
  const flags = (settings.flags ?? noFlags)(host)
  const analytics = createAnalytics(flags.inForce, settings.destinations ?? [])(host)
  void identity.refresh()

  return {
    identity,
    flags,
    track: analytics.track,
    close() {
      for (const part of [analytics, flags, identity]) part.stop()
      stopReporting()
    },
  }
}

function whoAmIUrl(settings: Settings): string {
  const level = readPromotion(settings)
  const project = settings.projects[level][settings.app.internal ? 'internal' : 'external']
  return `${settings.api[level]}/project/${encodeURIComponent(project)}/who-am-i`
}
