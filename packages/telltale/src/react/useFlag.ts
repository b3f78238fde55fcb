import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { Definitions } from '../core/model/definitions.ts'
import { evaluate, valueOr, type Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { ReadFlag, ReadFlagDetail, FallbackArgs, FlagKey, FlagValue, KnownKey } from '../core/model/registered.ts'
import type { RunningFlags } from '../flags/flags.ts'
import { useTelltale } from './useTelltale.ts'

/**
 * The value of a flag. While the flag is unknown or has another type, the fallback, or else the default of its definition. The
 * component renders again when this value changes, and for no other reason. Records an exposure for the current user. All readers
 * share a list or an object, so it is frozen: copy it before you sort it.
 *
 * Once flags are registered, `key` is one of theirs, the value has the type of its definition, and the fallback may be left out
 * where the definition has a default.
 */
export const useFlag = ((key: string, fallback?: Json) => {
  const { flags, definitions } = useLayer()
  const otherwise = fallback === undefined ? definitions.flags?.[key]?.default : fallback
  const watch = useCallback(
    (onChange: () => void) => flags.watch(key, onChange, { fallback: otherwise as Json }),
    // oxlint-disable-next-line react/exhaustive-deps -- an inline fallback is a new object in each render
    [flags, key],
  )
  return useSyncExternalStore(
    watch,
    () => valueOr(flags.getFlag(key), otherwise),
    () => valueOr(flags.bootstrapFlag(key), otherwise),
  )
}) as ReadFlag

/**
 * Like `useFlag`, with the variation and the reason. The component renders again when the value changes, and not when only the
 * variation or the reason do: each render has those that are in force.
 */
export const useFlagDetail = ((key: string, fallback?: Json) => {
  const value = (useFlag as (key: string, fallback?: Json) => Json)(key, fallback)
  const { flags } = useLayer()
  const flag = flags.getFlag(key)
  return useMemo(() => {
    // The bootstrap's flag explains the value while a server-rendered page is hydrated.
    const details = [flag, flags.bootstrapFlag(key)].map((one) => evaluate(one, value))
    return details.find((detail) => detail.value === value) ?? { value }
  }, [flags, key, value, flag])
}) as ReadFlagDetail

interface LayerWithFlags {
  readonly flags: Pick<RunningFlags, 'getFlag' | 'bootstrapFlag' | 'watch'>
  readonly definitions: Definitions
}

/** The layer with plain keys, independent of the keys that the application has registered. */
const useLayer: () => LayerWithFlags = useTelltale

/** Values by key. An unknown flag without a default in its definition is `undefined`. */
export type FlagValues<K extends FlagKey> = {
  readonly [P in K]: FlagValue<P> | ([] extends FallbackArgs<P> ? never : undefined)
}

type Values = Readonly<Record<string, Json | undefined>>

/**
 * The values of several flags. Returns the same object until one of these values changes. The component renders once when several
 * change together, and does not render when other flags change. Records an exposure of each flag.
 */
export function useFlags<const K extends string>(keys: readonly KnownKey<K>[]): FlagValues<K & FlagKey> {
  const { flags, definitions } = useLayer()
  const [watch, read, readOnServer] = useMemo(
    () => {
      const otherwise = (key: string) => definitions.flags?.[key]?.default as Json | undefined
      const readWith = (flagOf: (key: string) => Flag | undefined) => {
        let last: Values | undefined
        return () => {
          const next: Values = Object.fromEntries(keys.map((key) => [key, valueOr(flagOf(key), otherwise(key))]))
          return (last = last && keys.every((key) => Object.is(next[key], last?.[key])) ? last : Object.freeze(next))
        }
      }
      return [
        (onChange: () => void) => {
          const ends = keys.map((key) => flags.watch(key, onChange, { fallback: otherwise(key) }))
          return () => ends.forEach((end) => end())
        },
        readWith(flags.getFlag),
        readWith(flags.bootstrapFlag),
      ] as const
    },
    // oxlint-disable-next-line react/exhaustive-deps -- an inline list is a new array in each render
    [flags, definitions, keys.join()],
  )
  return useSyncExternalStore(watch, read, readOnServer) as FlagValues<K & FlagKey>
}

/** The props of `FlagGate`. */
export interface FlagGateProps<K extends FlagKey> {
  /** The key, as in the flag service. */
  flag: K
  /** The value for which the children are shown; `true` when absent. An object has its keys in the flag's order. */
  is?: FlagValue<K> | undefined
  /** What is shown for any other value, and while the flag is unknown and has no default. */
  fallback?: ReactNode | undefined
  /** What is shown for the value. */
  children?: ReactNode | undefined
}

/**
 * Shows its children while a flag has a value.
 *
 * @example
 * ```tsx
 * <FlagGate flag="quote-layout" is="compact" fallback={<Classic />}><Compact /></FlagGate>
 * ```
 */
export function FlagGate<K extends FlagKey>({
  flag,
  is = true as FlagValue<K>,
  fallback,
  children,
}: FlagGateProps<K>): ReactNode {
  const value = (useFlag as (key: string) => Json | undefined)(flag)
  return JSON.stringify(value) === JSON.stringify(is) ? children : fallback
}
