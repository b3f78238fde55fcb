import { passedHttp } from '../adapters/httpOptions.ts'
import type { HttpSettings } from '../adapters/httpDestination.ts'
import type { Host } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import { closest } from '../core/lib/closest.ts'
import { isRecord } from '../core/lib/json.ts'
import { checkedElsewhere, bool, type HasPassed, type Passed, text } from '../core/checkOptions.ts'
import { firstProblem, isGiven, type OptionTable, readOnce, type Table } from '../core/optionTable.ts'
import type { DestinationPart } from '../events/destinations/destination.ts'
import { readSettings, STARTING_SETTINGS } from './checkSettings.ts'
import type { AppSettings, AuthSettings, EventSettings, IdentitySettings, Settings } from './settings.ts'

interface Groups {
  app: AppSettings
  auth: AuthSettings
  identity: IdentitySettings
  events: EventSettings
}

/** All settings. */
const SETTINGS = {
  ...STARTING_SETTINGS,
  // `levelOf` checks it.
  promotion: checkedElsewhere,
  'app.platform': text,
  'app.multiPage': bool,
  'app.internal': bool,
  definitions: [isRecord, 'an object with flags and events'],
  silent: bool,
} satisfies OptionTable<Settings, Groups>

/**
 * Reports settings that do not exist or are wrong, and such options of the functions that have returned parts of the settings. It is
 * in the lazy chunk, because nothing waits for it. What the layer cannot start without has been checked at the start.
 */
export function reportSettings(given: object, bus: Host['bus']): void {
  const settings = readSettings(given)
  const report = (message: string, isError = false) => bus.publish('problem', { where: 'settings', message, isError })
  const parts = partsOf(settings)
  const passed = [{ what: 'createTelltale', table: SETTINGS, options: settings }, ...parts]
  for (const { what, table, options } of passed)
    for (const [path, row] of Object.entries(table)) {
      const [words] = firstProblem({ [path]: row }, { ...options }) ?? []
      if (typeof words === 'string') report(`Set ${path} of ${what}() to ${words}: its value is not used. (T169)`, true)
    }
  const unknown = [
    ...unknownSettings(given),
    ...parts.flatMap(({ what, table, options }) => unknownNames(table, options).map((name) => `${what}: ${name}`)),
  ]
  if (unknown.length > 0) report(`Unknown settings are ignored: ${unknown.join(', ')}. (T42)`)
}

/** What was passed to the functions that have returned parts of these settings. */
function partsOf(settings: Settings): Passed[] {
  const { flags, analytics, monitoring, messaging, destinations, observers, events } = settings
  return [
    flags,
    analytics,
    monitoring,
    messaging,
    ...[destinations, observers, events?.steps].flatMap((all) => all ?? []),
  ]
    .filter(isGiven)
    .flatMap((part) => attempt(() => passedOf(part)) ?? [])
}

/** Returns `undefined` for an application's own object, whose members may have any names. */
function passedOf(part: object): Passed | undefined {
  if ('deliver' in part) return undefined
  const { passed, http } = part as HasPassed & DestinationPart
  if (isRecord(passed?.table) && isRecord(passed.options)) return passed
  return http && passedHttp(http as HttpSettings)
}

/** The names of settings that do not exist, each with the one that may be meant. */
export const unknownSettings = (settings: object): string[] => unknownNames(SETTINGS, settings)

/**
 * The names of options that do not exist, such as `destination`, each with the one that may be meant. JavaScript callers and
 * spread objects may have some.
 */
function unknownNames(table: Table, options: object): string[] {
  const paths = Object.keys(table)
  // A setting that is given is not meant by another name: `ap` beside `app` is `api`.
  const missing = [...paths, ...paths.map((path) => path.split('.')[0] ?? path)].filter((path) => !(path in options))
  const unknown = Object.entries(readOnce(options)).flatMap(([name, value]) => {
    if (paths.includes(name)) return []
    if (!paths.some((path) => path.startsWith(`${name}.`))) return [name]
    const inner = isRecord(value) ? Object.keys(value).map((key) => `${name}.${key}`) : []
    return inner.filter((path) => !paths.includes(path))
  })
  return unknown.map((path) => {
    const meant = closest(path, missing)
    return meant ? `${path} (${meant}?)` : path
  })
}
