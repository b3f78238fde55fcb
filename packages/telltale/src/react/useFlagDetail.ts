import { useMemo } from 'react'
import type { Json } from '../core/model/json.ts'
import type { FlagDetail } from '../core/model/flag.ts'
import type { ReadFlagDetail } from '../core/model/register.ts'
import { evaluate, typeOf } from '../flags/evaluate.ts'
import { useFlag } from './useFlag.ts'
import { useFlagSource } from './useFlagSource.ts'

/** As `useFlag`, with the reason and the variation as they were when the value became this one. */
export const useFlagDetail = ((key: string, fallback?: Json): FlagDetail => {
  const value = (useFlag as (key: string, fallback?: Json) => Json)(key, fallback)
  const flag = useFlagSource().flags.peek(key)
  return useMemo(() => {
    const detail = evaluate(flag, value, typeOf(value))
    return Object.is(detail.value, value) ? detail : { value }
  }, [flag, value])
}) as ReadFlagDetail
