import { createContext } from 'react'
import type { Telltale } from '../layer/createTelltale.ts'

export const TelltaleContext = createContext<Telltale | null>(null)
