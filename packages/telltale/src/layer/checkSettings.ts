import { attempt } from '../core/lib/attempt.ts'
import { isRecord } from '../core/lib/json.ts'
import {
  isText,
  levelNamed,
  noLevel,
  PROMOTIONS,
  valueFor,
  type Level,
  type PerLevel,
} from '../core/model/promotion.ts'
import {
  amount,
  type Check,
  firstProblem,
  fn,
  isFunction,
  isGiven,
  isPerLevel,
  readOnce,
  type Table,
  valueAt,
} from '../core/optionTable.ts'
import type { AppSettings, ProjectIds, Settings } from './settings.ts'

/** The settings as they were when the layer started. */
export interface ReadSettings extends Settings {
  app: AppSettings
}

/** Whether a value is an object with a name and one of these methods. */
const hasOneOf =
  (...methods: readonly string[]): Check =>
  (value) =>
    isRecord(value) && isText(value['name']) && methods.some((method) => isFunction(value[method]))

const isPart = hasOneOf('start')
const isDestination: Check = (value, all) =>
  hasOneOf('start', 'deliver')(value, all) || (isRecord(valueAt(value, 'http')) && isText(valueAt(value, 'name')))

const listOf =
  (check: Check): Check =>
  (value, all) =>
    Array.isArray(value) && value.every((one) => check(one, all))

/** One project, or for each promotion level that of applications of this kind. */
const someProjects: Check = (value, { app }) => {
  const kind = kindOf(app as AppSettings)
  const level = PROMOTIONS.find((one) => !isText(valueAt(valueFor(value as PerLevel<unknown>, one), kind)))
  return isText(value) || !level || `.${level}.${kind}`
}

/** The settings without which the layer cannot start when they are wrong. The lazy chunk has the others. */
export const STARTING_SETTINGS = {
  'app.name': [isText, 'the name of the application'],
  api: [isPerLevel, 'an address'],
  'auth.token': fn,
  'auth.idToken': fn,
  'identity.person': fn,
  'identity.accounts': [hasOneOf('accountsOf'), 'accounts(function) of telltale/accounts'],
  'identity.traits': [hasOneOf('traitsOf'), 'traits(function) of telltale/traits'],
  'identity.visitor': [hasOneOf('createVisitors'), 'visitor() of telltale/visitor'],
  projects: [someProjects, 'the id of a project'],
  flags: [isPart, 'what launchDarkly() returns'],
  analytics: [isDestination, 'what heap() returns'],
  monitoring: [isDestination, 'what datadog() returns'],
  messaging: [isDestination, 'what intercom() returns'],
  destinations: [listOf(isDestination), 'a list of destinations'],
  consent: [hasOneOf('open'), 'what consent() returns'],
  observers: [listOf(isPart), 'a list of observers'],
  'events.steps': [listOf(hasOneOf('enrich', 'process', 'start')), 'a list of steps'],
  'events.maxBytes': amount,
  'events.flagsDeadlineMs': amount,
} satisfies Table<string>

/** A copy of the settings, in which `app` is an object. */
export function readSettings(given: unknown): ReadSettings {
  const { app, ...settings } = readOnce(given)
  const own = { ...settings, app: readOnce(typeof app === 'string' ? { name: app } : app) }
  return own as unknown as ReadSettings
}

/** The first problem of the settings: the path of a setting, and what it must be. `undefined` when they are valid. */
export function settingsProblem(settings: ReadSettings): string | undefined {
  const { api, auth, identity } = settings
  const asksWhoAmI = isGiven(api) || isGiven(auth)
  const others = ['accounts', 'traits', 'visitor']
  const person =
    isGiven(identity) && !others.some((name) => isGiven(valueAt(identity, name))) ? ['identity.person'] : []
  const required = ['app.name', ...(asksWhoAmI ? ['api', 'auth.token'] : person)]
  const [meaning, path, at] = firstProblem<string>(STARTING_SETTINGS, { ...settings }, required) ?? []
  if (meaning) return `Set ${path}${at} to ${meaning}. (T22)`
  return asksWhoAmI && isGiven(valueAt(identity, 'person'))
    ? 'Set identity, or api and auth, but not both. (T23)'
    : undefined
}

/** The promotion level: `only` in an application that has set none. Throws when what is set, or its function returns, is none. */
export function levelOf({ promotion }: Settings): Level {
  if (!isGiven(promotion)) return 'only'
  const given = typeof promotion === 'function' ? attempt(promotion) : promotion
  const level = levelNamed(given)
  if (level) return level
  throw noLevel(given)
}

/** Which of the projects of a level is that of the application. */
export const kindOf = (app: AppSettings): keyof ProjectIds => (app.internal === true ? 'internal' : 'external')
