import type { ReactNode } from 'react'
import type { Telltale } from '../layer/createTelltale.ts'
import { TelltaleContext } from './TelltaleContext.ts'

export interface TelltaleProviderProps {
  /** The layer, made outside of React by `createTelltale`. */
  telltale: Telltale
  children?: ReactNode
}

/** Gives the layer to the hooks below it. */
export function TelltaleProvider({ telltale, children }: TelltaleProviderProps): ReactNode {
  return <TelltaleContext.Provider value={telltale}>{children}</TelltaleContext.Provider>
}
