import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { valueOr } from '../core/lib/valueOr.ts'
import type { Json, Widen } from '../core/model/json.ts'
import { useTelltale } from './TelltaleContext.ts'

/**
 * The value of a flag, or the fallback while it is unknown or of another type. The component renders again when this flag's
 * value changes, and for no other; that it is shown is recorded once per value.
 */
export function useFlag<T extends Json>(key: string, fallback: T): Widen<T> {
  const { flags } = useTelltale()
  const watch = useCallback((onChange: () => void) => flags.watch(key, onChange), [flags, key])
  const read = () => flags.peek(key)?.value
  const known = useSyncExternalStore(watch, read, read)

  // A fallback written in place is a new object at each render: it must not count as another value.
  const latestFallback = useRef(fallback)
  useEffect(() => void (latestFallback.current = fallback))
  useEffect(() => flags.expose(key, latestFallback.current), [flags, key, known])

  return valueOr(known, fallback as Widen<T>)
}
