import type { FlagSettings } from './flagSettings.ts'

/** What the service accepts as the value of a tag. */
export const TAG = /^[\w.-]{1,64}$/

/** The settings with the headers that name the application and the wrapper, in each request for which the settings are used. */
export function withServiceHeaders<Settings extends FlagSettings>(
  settings: Settings,
  more: Readonly<Record<string, string>> = {},
): Settings {
  const { application, wrapperName, wrapperVersion, sendLDHeaders, requestHeaderTransform } = settings
  const tags = (['id', 'version'] as const)
    .filter((name) => TAG.test(application[name] ?? ''))
    .map((name) => `application-${name}/${application[name]}`)
  const own = {
    ...more,
    ...(tags[0] && { 'X-LaunchDarkly-Tags': tags.join(' ') }),
    ...(wrapperName && { 'X-LaunchDarkly-Wrapper': wrapperName + (wrapperVersion && `/${wrapperVersion}`) }),
  }
  return {
    ...settings,
    requestHeaderTransform: (headers) => requestHeaderTransform({ ...(sendLDHeaders && own), ...headers }),
  }
}
