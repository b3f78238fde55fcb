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
  const { flags } = useFlagSource()
  const present = flags.peek(key)
  const detail = useMemo(() => evaluate(present, value, typeOf(value)), [present, value])
  // While a server's page is hydrated it is the server's flag that is shown.
  return Object.is(detail.value, value) ? detail : evaluate(flags.given(key), value, typeOf(value))
}) as ReadFlagDetail
