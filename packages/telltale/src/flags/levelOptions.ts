import { atLevel, missingText } from '../core/model/perLevel.ts'
import type { PerLevel, Promotion } from '../core/model/promotion.ts'
import type { ContextOptions } from './contextOf.ts'
import type { FlagOptions } from './flagSettings.ts'

/** The options that may have one value for each promotion level. */
export interface LevelOptions {
  /** The environment's client-side id. */
  clientSideId: PerLevel
  /** Where flags are asked for; the vendor's address if absent. */
  baseUrl?: PerLevel
  /** Where changes are streamed from; the vendor's address if absent. */
  streamUrl?: PerLevel
  /** Where events go; the vendor's address if absent. */
  eventsUrl?: PerLevel
}

/** The options of the layer's flags: those of a flag client, and what the layer makes of who-am-i's answer. */
export type LayerFlagOptions = Omit<FlagOptions, keyof LevelOptions | 'hash'> & LevelOptions & ContextOptions

const NAMES = ['clientSideId', 'baseUrl', 'streamUrl', 'eventsUrl'] as const

/** The options at this level; `undefined` while the level is not known and one of them depends on it. */
export function optionsAtLevel(options: LayerFlagOptions, level: Promotion | undefined): FlagOptions | undefined {
  const perLevel = NAMES.filter((name) => isPerLevel(options[name]))
  if (perLevel.length > 0 && !level) return undefined
  const values = perLevel.map((name) => [name, atLevel(options[name] as PerLevel, level)])
  const { kind: _kind, hashField: _hashField, hash, ...others } = options
  return { ...others, ...(typeof hash === 'string' && { hash }), ...Object.fromEntries(values) } as FlagOptions
}

/** The first of these options that lacks a level, with that level, as in `baseUrl.staging`. */
export function missingLevel(options: Partial<LevelOptions>): string | undefined {
  const name = NAMES.find((one) => isPerLevel(options[one]) && missingText(options[one]) !== undefined)
  return name && name + missingText(options[name])
}

const isPerLevel = (setting: unknown) => typeof setting === 'object' && setting !== null
