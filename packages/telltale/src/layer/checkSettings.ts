import { isRecord } from '../core/lib/json.ts'
import { missingText, NO_LEVEL, PROMOTIONS, type Level, type Promotion } from '../core/model/promotion.ts'
import type { AppSettings, Settings } from './settings.ts'

type Check = (value: unknown) => boolean

const isGiven = (value: unknown) => value !== undefined && value !== null
const isFunction = (value: unknown) => typeof value === 'function'
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isAmount = (value: unknown) => typeof value === 'number' && value >= 0
const isPromotion = (level: unknown): level is Promotion => PROMOTIONS.some((known) => known === level)
const hasStart = (value: unknown) => isRecord(value) && isFunction(value['start'])
const isObserver = (value: unknown) => hasStart(value) || (isRecord(value) && isFunction(value['onProgress']))

/** Whether the value is a destination of this library, or one of the application. */
const isDestination = (value: unknown) =>
  isRecord(value) &&
  isText(value['name']) &&
  (hasStart(value) || isFunction(value['deliver']) || isRecord(value['collector']))

const listOf = (check: Check) => (value: unknown) => Array.isArray(value) && value.every(check)

/** Each setting: its path, and, where it is not checked elsewhere, what it must be if it is given. */
const SETTINGS: readonly (readonly [path: string, meaning?: string, check?: Check])[] = [
  ['app.name', 'the name of the application', isText],
  ['app.platform'],
  ['app.multiPage'],
  ['app.internal'],
  [
    'promotion',
    `${PROMOTIONS.join(' or ')}, or a function that returns one`,
    (value) => isFunction(value) || isPromotion(value),
  ],
  ['api'],
  ['auth.token'],
  ['auth.idToken', 'a function that returns the identity token', isFunction],
  ['identity.person', 'a function that returns who is signed in', isFunction],
  ['projects'],
  ['flags', 'a part such as launchDarkly({ clientSideId })', hasStart],
  ['analytics', 'a part such as heap({ instance })', isDestination],
  ['monitoring', 'a part such as datadog({ instance })', isDestination],
  ['messaging', 'a part such as intercom({ appId })', isDestination],
  ['destinations', 'a list such as [collector({ url })]', listOf(isDestination)],
  ['observers', 'a list such as [consoleLink({ url })]', listOf(isObserver)],
  ['events.maxBytes', 'a number of bytes', isAmount],
  ['events.flagsDeadlineMs', 'a number of milliseconds', isAmount],
  ['definitions'],
  ['silent'],
]

/** The first problem of the settings, as a sentence that says what to do; `undefined` when they are valid. */
export function settingsProblem(settings: Settings): string | undefined {
  if (!isRecord(settings)) return 'Give createTelltale its settings. (T20)'
  if (!isText(appOf(settings)?.name)) return 'Set app to the name of the application. (T21)'
  const wrong = SETTINGS.find(
    ([path, , check]) => check && isGiven(valueAt(settings, path)) && !check(valueAt(settings, path)),
  )
  if (wrong) return `Set ${wrong[0]} to ${wrong[1]}. (T22)`
  return sourceProblem(settings) ?? projectsProblem(settings)
}

/** The promotion level: `only` in an application that has set none. Throws when the function of the settings returns none. */
export function levelOf({ promotion }: Settings): Level {
  if (!isGiven(promotion)) return 'only'
  const level = typeof promotion === 'function' ? promotion() : promotion
  if (isPromotion(level)) return level
  throw new Error(`Telltale cannot start. ${NO_LEVEL}`)
}

/** What is wrong with where the identity comes from. */
function sourceProblem({ api, auth, identity }: Settings): string | undefined {
  if (!isGiven(api) && !isGiven(auth)) return undefined
  if (isGiven(identity)) return 'Set identity, or api and auth, but not both: one of them says who is signed in. (T23)'
  const missing = missingText(api)
  if (missing !== undefined) return `Set api${missing} to the base address of the reporting API. (T24)`
  return isFunction(auth?.token) ? undefined : 'Set auth.token to a function that returns the bearer token. (T25)'
}

function projectsProblem({ projects }: Settings): string | undefined {
  if (!isGiven(projects) || isText(projects)) return undefined
  for (const level of PROMOTIONS) {
    for (const kind of ['internal', 'external']) {
      if (!isText(valueAt(projects, `${level}.${kind}`)))
        return `Set projects.${level}.${kind} to the analytics project of ${kind === 'internal' ? kind : 'other'} products. (T26)`
    }
  }
  return undefined
}

/** The names of settings that do not exist, such as `destination`. JavaScript callers and spread objects may have some. */
export function unknownSettings(settings: Settings): string[] {
  const known = SETTINGS.flatMap(([path]) => [path, path.replace(/\..*/, '')])
  const groups = ['app', 'auth', 'identity', 'events'].flatMap((group) => {
    const values = valueAt(settings, group)
    return isRecord(values) ? Object.keys(values).map((name) => `${group}.${name}`) : []
  })
  return [...Object.keys(settings), ...groups].filter((path) => !known.includes(path))
}

const valueAt = (settings: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isRecord(value) ? value[name] : undefined), settings)

export const appOf = ({ app }: Settings): AppSettings => (typeof app === 'string' ? { name: app } : app)
