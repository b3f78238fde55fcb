import { attempt } from '../core/lib/attempt.ts'
import type { Platform } from '../core/ports/platform.ts'

const TYPES = ['flag-used', 'flag-details-changed', 'flag-detail-changed', 'client-identity-changed'] as const

export interface Inspector {
  type: (typeof TYPES)[number]
  name: string
  method(...args: never[]): void
  /** Called at once, not a moment later. */
  synchronous?: boolean
}

/** Tells the inspectors of a type what the client does; what to tell is only made when there is one. */
export type Inspect = (type: Inspector['type'], tell: () => readonly unknown[]) => void

export function createInspect(all: readonly Inspector[], { clock, log }: Pick<Platform, 'clock' | 'log'>): Inspect {
  const failed = new Set<Inspector>()
  const inspectors = all.filter(({ type, name }) => {
    const isKnown = TYPES.includes(type)
    if (!isKnown) log.warn(`Inspector "${name}" is of an invalid type: ${type}`)
    return isKnown
  })

  return (type, tell) => {
    for (const inspector of inspectors) {
      if (inspector.type !== type) continue
      const args = tell()
      const run = () =>
        attempt(
          () => (inspector.method as (...args: unknown[]) => void)(...args),
          () => {
            if (!failed.has(inspector)) log.warn(`Inspector "${inspector.name}" threw`)
            failed.add(inspector)
          },
        )
      if (inspector.synchronous) run()
      else clock.after(0, run)
    }
  }
}
