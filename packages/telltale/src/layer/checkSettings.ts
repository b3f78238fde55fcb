import { isRecord } from '../core/lib/json.ts'
import { isText, missingText, noLevel, PROMOTIONS, type Level, type Promotion } from '../core/model/promotion.ts'
import type { AppSettings, ProjectIds, Settings } from './settings.ts'

/** Returns whether a value is valid, or the path, below it, of what is wrong with it. */
type Check = (value: unknown, app: AppSettings | undefined) => boolean | string

const isGiven = (value: unknown) => value !== undefined && value !== null
const isFunction = (value: unknown) => typeof value === 'function'
const isPromotion = (level: unknown): level is Promotion => PROMOTIONS.some((known) => known === level)

const isAmount = (value: unknown) => typeof value === 'number' && value >= 0
const isStart = (value: unknown): value is Record<string, unknown> => isRecord(value) && isFunction(value['start'])
const isObserver = (value: unknown) => isStart(value) && isText(value['name'])
const isStep = (value: unknown) =>
  isRecord(value) && isText(value['name']) && (isFunction(value['enrich']) || isFunction(value['process']))
const isDestination = (value: unknown) =>
  isRecord(value) &&
  isText(value['name']) &&
  (isFunction(value['start']) || isFunction(value['deliver']) || isRecord(value['http']))

const listOf =
  (check: (value: unknown) => boolean): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** One project, or for each promotion level that of applications of this kind. */
const someProjects: Check = (value, app) =>
  isText(value) ||
  (PROMOTIONS.map((level) => `.${level}.${kindOf(app)}`).find((path) => !isText(valueAt(value, path.slice(1)))) ?? true)

/** Each setting that is checked: its path, and what it must be. */
const SETTINGS: readonly (readonly [path: string, meaning: string, check: Check])[] = [
  ['app.name', 'the name of the application', isText],
  ['api', 'an address', (value) => missingText(value) ?? true],
  ['auth.token', 'a function', isFunction],
  ['auth.idToken', 'a function', isFunction],
  ['identity.person', 'a function', isFunction],
  ['identity.accounts', 'a function', isFunction],
  ['projects', 'the id of a project', someProjects],
  ['flags', 'what launchDarkly() returns', isStart],
  ['analytics', 'what heap() returns', isDestination],
  ['monitoring', 'what datadog() returns', isDestination],
  ['messaging', 'what intercom() returns', isDestination],
  ['destinations', 'a list of destinations', listOf(isDestination)],
  ['observers', 'a list of observers', listOf(isObserver)],
  ['events.steps', 'a list of steps', listOf(isStep)],
  ['events.maxBytes', 'a number', isAmount],
  ['events.flagsDeadlineMs', 'a number', isAmount],
]

/** The path of each setting that is checked. */
export const checkedPaths = (): string[] => SETTINGS.map(([path]) => path)

/** The first problem of the settings: the path of a setting, and what it must be. `undefined` when they are valid. */
export function settingsProblem(given: Settings): string | undefined {
  const app = isRecord(given) ? appOf(given) : undefined
  const settings: Partial<Record<keyof Settings, unknown>> = { ...given, app }
  const { api, auth } = settings
  const asksWhoAmI = isGiven(api) || isGiven(auth)
  const required = ['app.name', ...(asksWhoAmI ? ['api', 'auth.token'] : [])]
  for (const [path, meaning, check] of SETTINGS) {
    const value = valueAt(settings, path)
    const verdict = !(isGiven(value) || required.includes(path)) || check(value, app)
    if (verdict !== true) return `Set ${path}${verdict || ''} to ${meaning}. (T22)`
  }
  return asksWhoAmI && isGiven(valueAt(settings, 'identity.person'))
    ? 'Set identity, or api and auth, but not both. (T23)'
    : undefined
}

/** The promotion level: `only` in an application that has set none. Throws when what is set, or its function returns, is none. */
export function levelOf({ promotion }: Settings): Level {
  if (!isGiven(promotion)) return 'only'
  const level = typeof promotion === 'function' ? promotion() : promotion
  if (isPromotion(level)) return level
  throw noLevel(level)
}

/** Not with `reduce`, here and elsewhere: Prototype.js up to 1.6 replaces it by a method that ignores its arguments. */
function valueAt(settings: unknown, path: string): unknown {
  let value = settings
  for (const name of path.split('.')) value = isRecord(value) ? value[name] : undefined
  return value
}

export const appOf = ({ app }: Settings): AppSettings => (typeof app === 'string' ? { name: app } : app)

/** Which of the projects of a level is that of the application. */
export const kindOf = (app: AppSettings | undefined): keyof ProjectIds => (app?.internal ? 'internal' : 'external')
