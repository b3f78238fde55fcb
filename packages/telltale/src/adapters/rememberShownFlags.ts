import type { Host, Stoppable } from '../core/host.ts'
import { eventIdentity, isSameIdentity } from '../core/model/eventIdentity.ts'
import type { EventIdentity } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'

/** The flags that the present user was shown on this page, each with the value that was shown last. */
export interface ShownFlags extends Stoppable {
  all(): readonly (readonly [key: string, value: Json])[]
}

export function rememberShownFlags({ bus, identity }: Pick<Host, 'bus' | 'identity'>): ShownFlags {
  const flags = new Map<string, { value: Json; epoch: string }>()
  let user: EventIdentity | undefined

  /** A renewed token begins another epoch of the same user. While its owner is not known, nothing is forgotten. */
  function forgetFormerUser() {
    const present = identity.get()
    const next = eventIdentity(present)
    if (!next) return
    if (user && !isSameIdentity(user, next)) {
      for (const [key, { epoch }] of flags) if (epoch !== present.epoch) flags.delete(key)
    }
    user = next
  }

  const undo = [
    identity.subscribe(forgetFormerUser),
    bus.on('exposure', ({ key, flag }) => {
      if (flag) flags.set(key, { value: flag.value, epoch: identity.get().epoch })
    }),
  ]
  forgetFormerUser()
  return {
    all: () => [...flags].map(([key, { value }]) => [key, value]),
    stop: () => undo.forEach((step) => step()),
  }
}
