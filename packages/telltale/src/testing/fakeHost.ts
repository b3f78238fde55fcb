import type { Host, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { createBus } from '../core/lib/listeners.ts'
import { readableOf, writable, type Writable } from '../core/lib/readable.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Platform } from '../core/ports/platform.ts'

export interface FakeHost extends Host {
  identity: Writable<Identity>
}

/** The host that a part receives, with an identity that the test sets. */
export function fakeHost(platform: Platform, identity: Identity = { status: 'resolving', epoch: 'e-1' }): FakeHost {
  return {
    platform,
    http: createHttp(platform),
    identity: writable(identity),
    owners: { of: () => undefined, isInUse: () => false, subscribe: () => () => {} },
    bus: createBus<Topics>(),
    diagnostics: readableOf({
      dropped: {},
      storage: 'durable',
      inMemory: 0,
      notReady: [],
    }),
    app: { name: 'Desk', platform: 'web', multiPage: false },
    promotion: 'sandbox',
    projectId: 'p-1',
  }
}

/** An event with default values, for tests that care only about the properties they pass. */
export const anEvent = (id: string, parts: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  id,
  name: id,
  at: 0,
  url: '',
  properties: {},
  epoch: 'e',
  identity: {},
  ...parts,
})
