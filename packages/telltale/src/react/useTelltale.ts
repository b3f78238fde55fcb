import { useContext } from 'react'
import type { Telltale } from '../layer/createTelltale.ts'
import { TelltaleContext } from './TelltaleContext.ts'

/** The layer of the nearest provider. Throws a sentence when there is none. */
export function useTelltale(): Telltale {
  const telltale = useContext(TelltaleContext)
  if (!telltale) throw new Error('Put a <TelltaleProvider> above its hooks.')
  return telltale
}
