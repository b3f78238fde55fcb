import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { Context } from '../core/model/context.ts'
import type { Flag, FlagDetail, FlagsInForce } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { Platform } from '../core/ports/platform.ts'
import { anonymousKey } from './anonymousKey.ts'
import { contextOf } from './contextOf.ts'
import { typeOf } from './evaluate.ts'
import type { FlagsPart, FlagsStatus } from './flagsApi.ts'

/** Where the layer's flags come from: a client of ours, or one that the application has made. */
export interface FlagHolder {
  readonly status: Readable<FlagsStatus>
  /** The same object until a value changes. */
  values(): Readonly<Record<string, Json>>
  peek(key: string): Flag | undefined
  /** Evaluates, and records it unless it is muted. */
  detail<T>(key: string, fallback: T, how: { method: string; isRightType(value: Json): boolean }): FlagDetail<T>
  /** Records alone. */
  expose(key: string, fallback: unknown): void
  watch(key: string, listener: () => void): Unsubscribe
  /** From now on it is about this context. `isAtOnce`: the flags of an earlier one are gone. `isMuted`: nothing is recorded. */
  identify(context: Context, options: { isAtOnce: boolean; isMuted: boolean }): void
  /** Nobody is known to be here: no flags hold. */
  forget(): void
  stop(): void
}

/** The flags of whoever is signed in. `onUpdate` is for the holder to call after anything of it has changed. */
export const flagsPart =
  (createHolder: (platform: Platform, onUpdate: () => void) => FlagHolder): FlagsPart =>
  ({ identity, platform, bus }) => {
    const updates = createListeners<[]>()
    const holder = createHolder(platform, updates.notify)
    const { status, values, peek } = holder
    let epoch: string | undefined
    let asked: string | undefined
    let isMuted = false
    let inForce: FlagsInForce | undefined

    const unfollow = identity.subscribe(follow)
    follow()

    function follow() {
      const who = identity.get()
      const context = contextOf(who, (kind) => anonymousKey(kind, platform))
      const wanted = context && JSON.stringify(context)
      const isAtOnce = who.epoch !== epoch
      const isSame = wanted === asked && !isAtOnce
      epoch = who.epoch
      asked = wanted
      // What an impersonator looks at is not what this person was shown.
      isMuted = who.status === 'known' && who.impersonator !== undefined
      if (!context) holder.forget()
      else if (!isSame) holder.identify(context, { isAtOnce, isMuted })
      if (isAtOnce) updates.notify()
    }

    const tell = (key: string) => {
      if (!isMuted) bus.publish('exposure', { key, flag: peek(key) })
    }

    function read<T extends Json>(key: string, fallback: T, method: string): FlagDetail<Widen<T>> {
      tell(key)
      return holder.detail(key, fallback as Widen<T>, { method, isRightType: typeOf(fallback) })
    }

    return {
      status,
      value: (key, fallback) => read(key, fallback, 'variation').value,
      detail: (key, fallback) => read(key, fallback, 'variationDetail'),
      all: values,
      watch: holder.watch,
      peek,
      expose(key, fallback) {
        tell(key)
        holder.expose(key, fallback)
      },
      inForce: {
        get() {
          const isReady = status.get() !== 'initialising'
          if (inForce?.epoch !== epoch || inForce?.isReady !== isReady || inForce.values !== values()) {
            inForce = { epoch: epoch ?? '', isReady, values: values() }
          }
          return inForce
        },
        subscribe: updates.add,
      },
      stop() {
        unfollow()
        holder.stop()
      },
    }
  }
