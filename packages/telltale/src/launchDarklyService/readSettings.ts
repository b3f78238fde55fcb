import { isRecord, typeName } from '../core/lib/json.ts'
import { publicUrl } from '../core/lib/publicUrl.ts'
import { POLL_DEFAULTS, readOptions, typeOfOption, type FlagSettings } from './flagSettings.ts'

/** The default of each option that is needed after the first flags. It also determines the option's type. */
const EVENT_DEFAULTS = {
  streamUrl: 'https://clientstream.launchdarkly.com',
  eventsUrl: 'https://events.launchdarkly.com',
  sendLDHeaders: true,
  application: {},
  wrapperName: '',
  wrapperVersion: '',
  respectDoNotTrack: false,
  allAttributesPrivate: false,
  diagnosticOptOut: false,
  fetchGoals: true,
  streamReconnectDelay: 1000,
  eventCapacity: 100,
  flushInterval: 2000,
  samplingInterval: 0,
  diagnosticRecordingInterval: 900_000,
  privateAttributes: [] as readonly string[],
  eventUrlTransformer: (url: string): string => publicUrl(url),
} satisfies Omit<FlagSettings, keyof typeof POLL_DEFAULTS>

/** The minimum of each numeric option; 0 if it is not listed. */
const MINIMA: Readonly<Record<string, number>> = {
  eventCapacity: 1,
  flushInterval: 2000,
  diagnosticRecordingInterval: 2000,
}

/** What the service accepts as the value of a tag. */
const TAG = /^[\w.-]{1,64}$/

/**
 * Replaces missing and invalid options by their defaults, and reports the invalid ones.
 *
 * @param more the defaults of further options
 */
export function readSettings<More extends object>(
  options: object,
  report: (problem: string) => void,
  more?: More,
): FlagSettings & More {
  const defaults = { ...POLL_DEFAULTS, ...EVENT_DEFAULTS, ...more } as Readonly<Record<string, unknown>>
  const settings: Record<string, unknown> = readOptions(options, defaults)
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue
    if (Object.hasOwn(defaults, name)) check(name, value)
    else report(`Ignoring unknown config option "${name}" (T114)`)
  }
  const application = settings['application'] as FlagSettings['application']
  for (const name of ['id', 'version'] as const) {
    if (application[name] && !TAG.test(application[name]))
      report(`Config option "application.${name}" must be up to 64 letters, digits, ., _ or - (T118)`)
  }
  return settings as FlagSettings & More

  function check(name: string, value: unknown) {
    const type = typeOfOption(name, defaults[name])
    const minimum = MINIMA[name] ?? 0
    if (!type.includes(typeName(value))) {
      report(`Config option "${name}" should be of type ${type}, got ${typeName(value)} (T115)`)
    } else if (typeof value === 'number' && value < minimum) {
      settings[name] = minimum
      report(`Config option "${name}" must be at least ${minimum} (T117)`)
    } else if (Array.isArray(value)) {
      const itemType = name === 'privateAttributes' ? 'string' : 'object'
      const items = value.filter((item) => typeName(item) === itemType)
      if (items.length < value.length) report(`Config option "${name}" should contain only ${itemType}s (T119)`)
      settings[name] = items
    }
  }
}

/** Reports what is wrong with flags that a server put into the page. */
export function checkBootstrap(bootstrap: unknown, report: (problem: string) => void): void {
  if (!isRecord(bootstrap) || typeof bootstrap['toJSON'] === 'function') return
  if (bootstrap['$valid'] === false) {
    report('The bootstrap is not valid: the back end could not read the flags. (T97)')
  } else if (!bootstrap['$flagsState'] && Object.keys(bootstrap).some((key) => !key.startsWith('$'))) {
    report('The bootstrap has no flag metadata: events may not be right. (T98)')
  }
}

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
