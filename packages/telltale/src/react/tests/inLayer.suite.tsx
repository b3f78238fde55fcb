import type { ReactNode } from 'react'
import type { Json } from '../../core/model/json.ts'
import type { Telltale } from '../../layer/createTelltale.ts'
import { TelltaleProvider } from '../TelltaleProvider.tsx'
import { useFlag } from '../useFlag.ts'

/** Shows a flag as `key=value`, and tells of each render. */
export function Flag(props: { name: string; fallback?: Json; onRender?: (shown: string) => void }) {
  const shown = `${props.name}=${JSON.stringify(useFlag(props.name, props.fallback ?? null))}`
  props.onRender?.(shown)
  return <p>{shown}</p>
}

export const inLayer = (telltale: Telltale, children: ReactNode) => (
  <TelltaleProvider telltale={telltale}>{children}</TelltaleProvider>
)
