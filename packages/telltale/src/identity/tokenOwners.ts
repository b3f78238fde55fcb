import type { TokenOwners } from '../core/host.ts'
import { createListeners } from '../core/lib/listeners.ts'
import type { EventIdentity } from '../core/model/event.ts'

/** How many tokens of one page are remembered with their owners. A page that lives on renews its token now and then. */
const MAX_TOKENS = 20

export interface KnownTokenOwners extends TokenOwners {
  set(token: string, owner: EventIdentity): void
  /**
   * This token, or none, is in use from now on. What who-am-i answered for it earlier is forgotten: impersonation begins and
   * ends under one token.
   */
  use(token: string | undefined): void
}

export function createTokenOwners(match: (credential: string, token: string) => boolean): KnownTokenOwners {
  const owners = new Map<string, EventIdentity>()
  const listeners = createListeners<[]>()
  let inUse: string | undefined
  return {
    of(credential) {
      for (const [token, owner] of owners) if (match(credential, token)) return owner
      return undefined
    },
    isInUse: (credential) => inUse !== undefined && match(credential, inUse),
    subscribe: listeners.add,
    set(token, owner) {
      owners.delete(token)
      owners.set(token, owner)
      const [oldest = ''] = owners.keys()
      if (owners.size > MAX_TOKENS) owners.delete(oldest)
      listeners.notify()
    },
    use(token) {
      if (token === inUse) return
      inUse = token
      if (token !== undefined) owners.delete(token)
    },
  }
}
