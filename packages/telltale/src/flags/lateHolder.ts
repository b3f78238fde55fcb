import type { Unsubscribe } from '../core/lib/listeners.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { FlagsStatus } from './flagsApi.ts'
import type { FlagHolder } from './flagsPart.ts'

const NOTHING = {}

interface Arrival {
  /** Changes when the holder can be created. */
  when: Readable<unknown>
  onUpdate(): void
}

/**
 * The holder that `create` returns, or one without flags until it returns one. Until the promotion level is known the identity
 * is resolving, so that no call to identify is missed.
 */
export function lateHolder(create: () => FlagHolder | undefined, { when, onUpdate }: Arrival): FlagHolder {
  let holder = create()
  if (holder) return holder
  const status = writable<FlagsStatus>('initialising')
  let listening: { tell: (keys: Iterable<string>) => void; stop?: Unsubscribe } | undefined
  const unsubscribe = when.subscribe(arrive)

  function arrive() {
    const arrived = create()
    if (!arrived) return
    unsubscribe()
    holder = arrived
    arrived.status.subscribe(() => status.set(arrived.status.get()))
    if (listening) listening.stop = arrived.onChange(listening.tell)
    arrived.pause()
    onUpdate()
  }

  return {
    status,
    values: () => holder?.values() ?? NOTHING,
    peek: (key) => holder?.peek(key),
    expose: (key, fallback, withReason) => holder?.expose(key, fallback, withReason),
    onChange(tell) {
      const own: typeof listening = { tell }
      if (holder) own.stop = holder.onChange(tell)
      listening = own
      return () => {
        if (listening === own) listening = undefined
        own.stop?.()
      }
    },
    given: (key) => holder?.given(key),
    identify: (context, options) => holder?.identify(context, options),
    pause: () => holder?.pause(),
    stop() {
      unsubscribe()
      holder?.stop()
    },
  }
}
