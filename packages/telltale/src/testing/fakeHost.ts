import type { Host, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { createBus } from '../core/lib/bus.ts'
import { readableOf, writable, type Writable } from '../core/lib/readable.ts'
import type { Identity } from '../core/model/identity.ts'
import type { Promotion } from '../core/model/promotion.ts'
import type { Platform } from '../core/ports/platform.ts'

export interface FakeHost extends Host {
  identity: Writable<Identity>
  promotion: Writable<Promotion | undefined>
  projectId: () => string | undefined
}

/** What a part is given, with an identity that a test sets. */
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
    promotion: writable<Promotion | undefined>('sandbox'),
    projectId: () => 'p-1',
  }
}
