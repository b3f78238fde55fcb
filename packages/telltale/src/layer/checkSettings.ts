import { isRecord } from '../core/lib/json.ts'
import { missingText, noLevel, PROMOTIONS, type Level, type Promotion } from '../core/model/promotion.ts'
import type { AppSettings, Settings } from './settings.ts'

/** Returns the path, below a value, of what is wrong with it: empty for the value itself, `undefined` when it is valid. */
type Check = (value: unknown) => string | undefined

const when =
  (isValid: (value: unknown) => boolean): Check =>
  (value) =>
    isValid(value) ? undefined : ''
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every((item) => check(item) === undefined) ? undefined : ''

const isGiven = (value: unknown) => value !== undefined && value !== null
const isFunction = (value: unknown) => typeof value === 'function'
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isPromotion = (level: unknown): level is Promotion => PROMOTIONS.some((known) => known === level)

const aFunction = when(isFunction)
const anAmount = when((value) => typeof value === 'number' && value >= 0)
const aStart = when((value) => isRecord(value) && isFunction(value['start']))
const anObserver = when((value) => isRecord(value) && (isFunction(value['start']) || isFunction(value['onProgress'])))
const aDestination = when(
  (value) =>
    isRecord(value) &&
    isText(value['name']) &&
    (isFunction(value['start']) || isFunction(value['deliver']) || isRecord(value['collector'])),
)

/** One project, or two for each promotion level. */
const someProjects: Check = (value) =>
  isText(value)
    ? undefined
    : PROMOTIONS.flatMap((level) => [`.${level}.internal`, `.${level}.external`]).find(
        (path) => !isText(valueAt(value, path.slice(1))),
      )

/** Each setting that is checked: its path, and what it must be. */
const SETTINGS: readonly (readonly [path: string, meaning: string, check: Check])[] = [
  ['app.name', 'the name of the application', when(isText)],
  [
    'promotion',
    `${PROMOTIONS.join(' or ')}, or a function that returns one`,
    when((value) => isFunction(value) || isPromotion(value)),
  ],
  ['api', 'an address', missingText],
  ['auth.token', 'a function', aFunction],
  ['auth.idToken', 'a function', aFunction],
  ['identity.person', 'a function', aFunction],
  ['projects', 'the id of a project', someProjects],
  ['flags', 'what launchDarkly() returns', aStart],
  ['analytics', 'what heap() returns', aDestination],
  ['monitoring', 'what datadog() returns', aDestination],
  ['messaging', 'what intercom() returns', aDestination],
  ['destinations', 'a list of destinations', listOf(aDestination)],
  ['observers', 'a list of observers', listOf(anObserver)],
  ['events.maxBytes', 'a number', anAmount],
  ['events.flagsDeadlineMs', 'a number', anAmount],
]

/** The path of each setting that is checked. */
export const checkedPaths = (): string[] => SETTINGS.map(([path]) => path)

/** The first problem of the settings: the path of a setting, and what it must be. `undefined` when they are valid. */
export function settingsProblem(given: Settings): string | undefined {
  const settings: Partial<Settings> = isRecord(given) ? { ...given, app: appOf(given) } : {}
  const { api, auth, identity } = settings
  const asksWhoAmI = isGiven(api) || isGiven(auth)
  const required = ['app.name', ...(asksWhoAmI ? ['api', 'auth.token'] : [])]
  for (const [path, meaning, check] of SETTINGS) {
    const value = valueAt(settings, path)
    const wrong = isGiven(value) || required.includes(path) ? check(value) : undefined
    if (wrong !== undefined) return `Set ${path}${wrong} to ${meaning}. (T22)`
  }
  return asksWhoAmI && isGiven(identity) ? 'Set identity, or api and auth, but not both. (T23)' : undefined
}

/** The promotion level: `only` in an application that has set none. Throws when the function of the settings returns none. */
export function levelOf({ promotion }: Settings): Level {
  if (!isGiven(promotion)) return 'only'
  const level = typeof promotion === 'function' ? promotion() : promotion
  if (isPromotion(level)) return level
  throw noLevel()
}

/** Not with `reduce`, here and elsewhere: Prototype.js up to 1.6 replaces it by a method that ignores its arguments. */
function valueAt(settings: unknown, path: string): unknown {
  let value = settings
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined
  return value
}

export const appOf = ({ app }: Settings): AppSettings => (typeof app === 'string' ? { name: app } : app)
