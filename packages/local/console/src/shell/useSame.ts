import { useState } from 'react'
import { sameJson } from '../format/sameJson.ts'

/** Returns the value that it has returned before, as long as the new one is the same as JSON: what is made of it need not be made again. */
export function useSame<T>(value: T): T {
  const [known, setKnown] = useState(value)
  if (known === value || sameJson(known, value)) return known
  setKnown(value)
  return value
}
