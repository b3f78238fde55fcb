import { useCallback, useSyncExternalStore } from 'react'
import { valueOr } from '../core/lib/valueOr.ts'
import type { Json } from '../core/model/json.ts'
import type { ReadFlag } from '../core/model/register.ts'
import { useFlagSource } from './useFlagSource.ts'

/**
 * The value of a flag; the fallback, or else its definition's default, while it is unknown or of another type. The component
 * renders again when what it is shown changes, and for nothing else. That it is shown is recorded, for whoever is shown it.
 */
export const useFlag = ((key: string, fallback?: Json) => {
  const { flags, definitions } = useFlagSource()
  const otherwise = fallback === undefined ? definitions.flags?.[key]?.default : fallback
  const show = useCallback(
    (onChange: () => void) => flags.show(key, otherwise as Json, onChange),
    // oxlint-disable-next-line react/exhaustive-deps -- a fallback that is written in place is a new one at each render
    [flags, key],
  )
  return useSyncExternalStore(
    show,
    () => valueOr(flags.peek(key)?.value, otherwise),
    () => valueOr(flags.given(key)?.value, otherwise),
  )
}) as ReadFlag
