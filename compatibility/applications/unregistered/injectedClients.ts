import { createClient, type LDClient as Version4 } from '@launchdarkly/js-client-sdk'
import { initialize, type LDClient as Version3 } from 'launchdarkly-js-client-sdk'
import { launchDarkly } from 'telltale/flags'
import { injectedClient } from 'telltale/injected'

// The hash function is given a context that has a key.
export const signs = (sign: (key: string) => Promise<string>) => [
  launchDarkly({ clientSideId: 'environment', hash: ({ key }) => sign(key) }),
  launchDarkly({ clientSideId: 'environment', hashField: 'flag_hash', kind: 'operator' }),
]

// The vendor's own clients are accepted as they are, without a cast.
export const injects = (version3: Version3, version4: Version4) => [
  injectedClient({ client: initialize('environment', { kind: 'user', key: 'ida' }) }),
  injectedClient({ client: createClient('environment', { kind: 'user', key: 'ida' }) }),
  injectedClient({ client: version3 }),
  injectedClient({ client: version4 }),
  // @ts-expect-error this is no client
  injectedClient({ client: { variation: () => true } }),
]
