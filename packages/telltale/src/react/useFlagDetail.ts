import { useMemo } from 'react'
import type { Json } from '../core/model/json.ts'
import type { ReadFlagDetail } from '../core/model/register.ts'
import { useFlag } from './useFlag.ts'
import { useFlagSource } from './useFlagSource.ts'

/** As `useFlag`, with the reason and the variation as they were when the value became this one. */
export const useFlagDetail = ((key: string, fallback?: Json) => {
  const value = (useFlag as (key: string, fallback?: Json) => Json)(key, fallback)
  const { flags } = useFlagSource()
  return useMemo(() => flags.explain(key, value), [flags, key, value])
}) as ReadFlagDetail
