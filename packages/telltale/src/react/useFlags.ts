import { useMemo, useSyncExternalStore } from 'react'
import { valueOr } from '../core/lib/valueOr.ts'
import type { Flag } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { FallbackArgs, FlagKey, FlagValue } from '../core/model/register.ts'
import { useFlagSource } from './useFlagSource.ts'

/** Values by key. One without a default in its definition is `undefined` while it is unknown. */
export type FlagValues<K extends FlagKey> = {
  readonly [P in K]: FlagValue<P> | ([] extends FallbackArgs<P> ? never : undefined)
}

type Values = Readonly<Record<string, Json | undefined>>

/**
 * Several flags at once: the same object until a value of them changes. The component renders once when several change
 * together, and never for another flag. That they are shown is recorded.
 */
export function useFlags<const K extends readonly FlagKey[]>(keys: K): FlagValues<K[number]> {
  const { flags, definitions } = useFlagSource()
  const [show, read, readGiven] = useMemo(
    () => {
      const otherwise = (key: string) => definitions.flags?.[key]?.default as Json | undefined
      const readWith = (flagOf: (key: string) => Flag | undefined) => {
        let last: Values | undefined
        return () => {
          const next: Values = Object.fromEntries(keys.map((key) => [key, valueOr(flagOf(key)?.value, otherwise(key))]))
          return (last = last && keys.every((key) => Object.is(next[key], last?.[key])) ? last : next)
        }
      }
      return [
        (onChange: () => void) => {
          const ends = keys.map((key) => flags.show(key, otherwise(key), onChange))
          return () => ends.forEach((end) => end())
        },
        readWith(flags.peek),
        readWith(flags.given),
      ] as const
    },
    // oxlint-disable-next-line react/exhaustive-deps -- a list that is written in place is a new one at each render
    [flags, definitions, keys.join()],
  )
  return useSyncExternalStore(show, read, readGiven) as FlagValues<K[number]>
}
