import { createBus } from '../core/lib/listeners.ts'
import { writable } from '../core/lib/readable.ts'
import type { FlagsStatus } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import type { ObservedLayer, ObservedTopics } from '../core/observer.ts'

/** A layer for an observer, whose state and messages a test sets. `warnings` are what observers have written. */
export function fakeObservedLayer(parts: Partial<ObservedLayer> = {}) {
  const { publish, on } = createBus<ObservedTopics>()
  const current = writable<Identity>({ status: 'resolving', epoch: 'e-1' })
  const confirmed = writable<Identity>({ status: 'resolving', epoch: 'e-1' })
  const failure = writable<string | undefined>(undefined)
  const status = writable<FlagsStatus>('initialising')
  const warnings: string[] = []
  const layer: ObservedLayer = {
    app: 'Desk',
    destinations: [],
    definitions: {},
    identity: { current, confirmed, failure, askedAt: () => 0 },
    flags: {
      status,
      allFlags: () => ({}),
      getFlag: () => undefined,
      servedFlag: () => undefined,
      override() {},
      watch: () => () => {},
    },
    on,
    record() {},
    warn: (message) => void warnings.push(message),
    ...parts,
  }
  return { layer, publish, current, confirmed, failure, status, warnings }
}
