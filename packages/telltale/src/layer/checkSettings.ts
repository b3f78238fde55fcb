import { isRecord } from '../core/lib/isRecord.ts'
import { PROMOTIONS, type Promotion } from '../core/model/promotion.ts'
import type { Settings } from './settings.ts'

/** Where a text must stand, and what it is. */
const TEXTS: readonly (readonly [path: string, meaning: string])[] = [
  ['app.name', 'the name of the application'],
  ...PROMOTIONS.flatMap((level) => [
    [`api.${level}`, 'the base address of the reporting API'] as const,
    [`projects.${level}.internal`, 'the analytics project of internal products'] as const,
    [`projects.${level}.external`, 'the analytics project of other products'] as const,
  ]),
]

/** Where a number may stand, and of what. */
const AMOUNTS: typeof TEXTS = [
  ['events.maxBytes', 'a number of bytes'],
  ['events.flagsDeadlineMs', 'a number of milliseconds'],
]

/** Where a part may stand, and what makes one. */
const PARTS: readonly (readonly [name: keyof Settings, example: string])[] = [
  ['flags', 'launchDarkly({ clientSideId })'],
  ['analytics', 'heap({ instance })'],
  ['monitoring', 'datadog({ instance })'],
  ['messaging', 'intercom({ appId })'],
]
const LISTS: typeof PARTS = [
  ['destinations', 'collector({ url })'],
  ['observers', 'consoleLink({ url })'],
]

/** The first thing that is wrong with the settings, as a sentence that says what to do; `undefined` when nothing is. */
export function settingsProblem(settings: Settings): string | undefined {
  if (!isRecord(settings)) return 'Give createTelltale its settings.'
  const { promotion, auth } = settings
  if (typeof promotion !== 'function' && !isPromotion(promotion)) return promotionProblem(promotion)
  const missing =
    TEXTS.find(([path]) => !isText(valueAt(settings, path))) ??
    AMOUNTS.find(([path]) => !isAmount(valueAt(settings, path) ?? 0))
  if (missing) return `Set ${missing[0]} to ${missing[1]}.`
  if (typeof auth?.token !== 'function') return 'Set auth.token to a function that returns the bearer token.'
  const noPart = PARTS.find(([name]) => !isPart(settings[name] ?? isPart))
  if (noPart) return `Set ${noPart[0]} to a part such as ${noPart[1]}.`
  const noList = LISTS.find(([name]) => !isList(settings[name] ?? []))
  return noList && `Set ${noList[0]} to a list such as [${noList[1]}].`
}

const isPart = (value: unknown) => typeof value === 'function'
const isList = (value: unknown) => Array.isArray(value) && value.every(isPart)

const valueAt = (settings: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isRecord(value) ? value[name] : undefined), settings)

/** The level as it is now, or what is wrong, as a sentence without what the function has thrown. */
export function readPromotion(promotion: Settings['promotion']): { level: Promotion } | { problem: string } {
  let level: unknown = promotion
  try {
    if (typeof promotion === 'function') level = promotion()
  } catch {
    return { problem: `promotion has thrown: ${RETURN_LEVEL}` }
  }
  if (level instanceof Promise) {
    level.catch(() => {}) // It would be an unhandled rejection.
    return { problem: `promotion returned a promise: ${RETURN_LEVEL}` }
  }
  return isPromotion(level) ? { level } : { problem: promotionProblem(level) }
}

const RETURN_LEVEL = `return ${PROMOTIONS.join(' or ')}, or undefined until it is known.`

function promotionProblem(level: unknown): string {
  const problem = level === undefined ? 'was read before it was set' : `"${String(level)}" is unknown`
  return `The promotion level ${problem}: set promotion to ${PROMOTIONS.join(' or ')}.`
}

const isPromotion = (level: unknown): level is Promotion => PROMOTIONS.some((known) => known === level)
const isAmount = (value: unknown) => typeof value === 'number' && value >= 0
const isText = (value: unknown) => typeof value === 'string' && value !== ''
