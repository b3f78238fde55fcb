import { isDeepStrictEqual } from 'node:util'
import { completeFlag, type ServerFlag } from '../flags/serverFlag.ts'
import { editJson } from '../json/editJson.ts'
import { isRecord, ofRecord } from '../json/isRecord.ts'
import { withoutByteOrderMark } from '../json/parseJson.ts'

/** A flag of one environment. */
export interface FlagPlace {
  /** A client-side id. */
  readonly environment: string
  readonly key: string
}

/**
 * Returns the text of flags.json in which one environment has `wanted`. With several environments, their shared part does not
 * change: the differences of this one are written under `perEnvironment`.
 */
export function withFlag(text: string, { environment, key }: FlagPlace, wanted: ServerFlag): string {
  const { shared, own, isAlone } = placesOf(text, { environment, key })
  if (isAlone) return editJson(text, ['flags', key], withoutDefaults(wanted, shared))
  if (shared === undefined) return editJson(text, pathOf(environment, key), withoutDefaults(wanted, own))
  const complete = completeFlag(key, shared)
  const otherwise = Object.create(null) as Record<string, unknown>
  for (const [field, value] of Object.entries(wanted))
    if (!isDeepStrictEqual(value, complete[field])) otherwise[field] = value
  // A field that the shared flag has and this environment must not have.
  for (const field of Object.keys(complete)) if (!Object.hasOwn(wanted, field)) otherwise[field] = null
  if (Object.keys(otherwise).length > 0) return editJson(text, pathOf(environment, key), otherwise)
  return own === undefined ? text : editJson(text, pathOf(environment, key), undefined)
}

/** The text without the flag, or `undefined` if other environments have it too and `everywhere` is false. */
export function withoutFlag(text: string, { environment, key }: FlagPlace, everywhere: boolean): string | undefined {
  const { shared, own, isAlone, ids } = placesOf(text, { environment, key })
  if (shared !== undefined && !isAlone && !everywhere) return undefined
  let now = shared === undefined ? text : editJson(text, ['flags', key], undefined)
  const owners = shared === undefined ? (own === undefined ? [] : [environment]) : ids
  for (const id of owners) {
    const { own: ofThis } = placesOf(now, { environment: id, key })
    if (ofThis !== undefined) now = editJson(now, pathOf(id, key), undefined)
  }
  return now
}

function placesOf(text: string, { environment, key }: FlagPlace) {
  const content = JSON.parse(withoutByteOrderMark(text)) as {
    environments: Record<string, string>
    flags: Record<string, Partial<ServerFlag>>
    perEnvironment?: Record<string, { flags?: Record<string, Partial<ServerFlag>> }>
  }
  const shared = ofRecord(content.flags, key)
  const ofThis = ofRecord(content.perEnvironment?.[environment]?.flags, key)
  const ids = [...new Set(Object.values(content.environments))]
  return { shared, own: ofThis, ids, isAlone: ids.length === 1 && ofThis === undefined }
}

function pathOf(environment: string, key: string): string[] {
  return ['perEnvironment', environment, 'flags', key]
}

/**
 * Writes a flag as its author would: omits a field with its default value unless it was there before, and keeps the spelling of
 * unchanged fields.
 */
function withoutDefaults(wanted: ServerFlag, before: Partial<ServerFlag> | undefined): Record<string, unknown> {
  const defaults = completeFlag(wanted.key, { variations: wanted.variations })
  const known = isRecord(before) ? completeFlag(wanted.key, before) : undefined
  const written: [string, unknown][] = []
  for (const [field, value] of Object.entries(wanted)) {
    if (isRecord(before) && Object.hasOwn(before, field))
      written.push([field, isDeepStrictEqual(known?.[field], value) ? before[field] : value])
    else if (!isDeepStrictEqual(value, defaults[field]) || field === 'variations') written.push([field, value])
  }
  // A null in place of an absent field is kept.
  for (const [field, value] of Object.entries(before ?? {}))
    if (value === null && !Object.hasOwn(wanted, field)) written.push([field, value])
  return Object.fromEntries(written)
}
