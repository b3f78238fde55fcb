import { isRecord } from '../core/lib/isRecord.ts'
import type { Promotion, Settings } from './settings.ts'

const PROMOTIONS: readonly Promotion[] = ['production', 'staging', 'sandbox']

/** The first thing that is wrong with the settings, as a sentence that says what to do; `undefined` when nothing is. */
export function settingsProblem(settings: Settings): string | undefined {
  const { promotion, app, api, projects, auth, destinations = [] } = settings
  if (typeof promotion !== 'function' && !isPromotion(promotion)) return promotionProblem(promotion)
  if (!isText(app?.name)) return 'Set app.name to the name of the application.'
  if (!isRecord(api)) return 'Set api to the base address of the reporting API for production, staging and sandbox.'
  if (!isRecord(projects)) return 'Set projects to the analytics project ids for production, staging and sandbox.'
  for (const level of PROMOTIONS) {
    if (!isText(api[level])) return `Set api.${level} to the base address of the reporting API.`
    if (!isText(projects[level]?.internal) || !isText(projects[level]?.external)) {
      return `Set projects.${level} to { internal, external }: the analytics project ids of that level.`
    }
  }
  if (typeof auth?.token !== 'function') return 'Set auth.token to a function that returns the bearer token.'
  if (destinations.some((part) => typeof part !== 'function'))
    return 'Set destinations to a list such as [collector({ url })].'
  return undefined
}

/** The level as it is now; `undefined` while it is not one. */
export function promotionNow(settings: Pick<Settings, 'promotion'>): Promotion | undefined {
  const level = levelOf(settings)
  return isPromotion(level) ? level : undefined
}

const levelOf = ({ promotion }: Pick<Settings, 'promotion'>): unknown =>
  typeof promotion === 'function' ? promotion() : promotion

/** The level as it is now. Throws a sentence while it is not one. */
export function readPromotion(settings: Pick<Settings, 'promotion'>): Promotion {
  const level = levelOf(settings)
  if (isPromotion(level)) return level
  throw new Error(promotionProblem(level))
}

function promotionProblem(level: unknown): string {
  return level === undefined
    ? 'The promotion level was read before it was set: set promotion to production, staging or sandbox.'
    : `The promotion level ${JSON.stringify(level)} is unknown: set promotion to production, staging or sandbox.`
}

const isPromotion = (level: unknown): level is Promotion => PROMOTIONS.some((known) => known === level)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
