import { attempt } from '../core/lib/attempt.ts'
import type { Random } from '../core/ports/random.ts'
import type { FlagSettings } from './flagSettings.ts'

const TAG = /^[\w.-]{1,64}$/
/** Written by hand where the package's is: a test compares them. */
export const VERSION = '0.1.0'

/**
 * The headers that tell the service who asks. A request for flags has none unless something was configured: the browser then
 * need not ask first whether it may send them.
 */
export type Headers = (more?: Readonly<Record<string, string>>, isEvent?: boolean) => Record<string, string>

export function createHeaders(settings: FlagSettings, random: Random, report: (problem: string) => void): Headers {
  const { application, wrapperName, wrapperVersion, sendLDHeaders, requestHeaderTransform } = settings
  const tags = (['id', 'version'] as const).flatMap((name) => {
    const value = application[name]
    if (!value) return []
    if (TAG.test(value)) return [`application-${name}/${value}`]
    report(`Config option "application.${name}" must be up to 64 letters, digits, ., _ or -`)
    return []
  })
  const own: Record<string, string> = {}
  if (tags[0]) own['X-LaunchDarkly-Tags'] = tags.join(' ')
  if (wrapperName) own['X-LaunchDarkly-Wrapper'] = wrapperName + (wrapperVersion ? `/${wrapperVersion}` : '')
  if (settings.instanceId) own['X-LaunchDarkly-Instance-Id'] = random.uuid()

  return (more = {}, isEvent = false) => {
    const agent = isEvent ? { 'X-LaunchDarkly-User-Agent': `Telltale/${VERSION}` } : {}
    const headers = { ...(sendLDHeaders && { ...agent, ...own }), ...more }
    return attempt(
      () => requestHeaderTransform(headers) ?? headers,
      () => headers,
    )
  }
}
