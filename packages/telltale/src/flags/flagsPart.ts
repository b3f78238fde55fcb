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
  /** As the bootstrap has it. */
  given(key: string): Flag | undefined
  identify(context: Context, options: HowToIdentify): void
  /** It is being found out who is here. What holds stays until that is known; nothing is recorded meanwhile. */
  pause(): void
  stop(): void
}

export interface HowToIdentify {
  /** From now on it is about this context, whatever comes. */
  isAtOnce: boolean
  /** It is about the person that it was about before: what holds stays until the answer. Otherwise it is gone at once. */
  isSamePerson: boolean
  /** Nothing is recorded. */
  isMuted: boolean
}

/** The flags of whoever is signed in. `onUpdate` is for the holder to call after anything of it has changed. */
export const flagsPart =
  (createHolder: (platform: Platform, onUpdate: () => void) => FlagHolder): FlagsPart =>
  ({ identity, platform, bus }) => {
    const updates = createListeners<[]>()
    const shown = createListeners<[]>()
    const holder = createHolder(platform, update)
    const { status, values, peek } = holder
    let epoch: string | undefined
    let asked: string | undefined
    let person: string | undefined
    let isMuted = false
    let inForce: FlagsInForce | undefined
    /** The latest epoch in which flags held. */
    let entered: string | undefined

    const unfollow = identity.subscribe(follow)
    follow()

    function follow() {
      const who = identity.get()
      const context = contextOf(who, (kind) => anonymousKey(kind, platform))
      const wanted = context && JSON.stringify(context)
      const isAtOnce = who.epoch !== epoch || asked === undefined
      const isSame = wanted === asked && !isAtOnce
      epoch = who.epoch
      asked = wanted
      // What an impersonator looks at is not what this person was shown.
      isMuted = who.status === 'known' && who.impersonator !== undefined
      if (!context) holder.pause()
      else if (!isSame) {
        const before = person
        person = who.status === 'known' ? JSON.stringify([context['key'], who.impersonator]) : ''
        // Another token is not another person: what is shown need not fall back and come again.
        holder.identify(context, { isAtOnce, isMuted, isSamePerson: person === before })
      }
      if (isAtOnce) update()
    }

    function isReady() {
      return asked !== undefined && status.get() !== 'initialising'
    }

    function update() {
      updates.notify()
      if (!isReady() || entered === epoch) return
      entered = epoch
      shown.notify()
    }

    const tell = (key: string) => {
      if (!isMuted) bus.publish('exposure', { key, flag: peek(key) })
    }

    function expose(key: string, fallback?: Json) {
      tell(key)
      holder.expose(key, fallback)
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
      expose,
      show(key, fallback, listener) {
        let recorded: readonly [epoch?: string | undefined, flag?: Flag | undefined] = []
        const record = () => {
          const now = [epoch, peek(key)] as const
          // What is on its way is not shown yet, and what is recorded need not be again.
          if (!isReady() || (recorded[0] === now[0] && recorded[1] === now[1])) return
          recorded = now
          expose(key, fallback)
        }
        const unshow = shown.add(record)
        const unwatch = holder.watch(key, () => {
          record()
          listener()
        })
        record()
        return () => {
          unshow()
          unwatch()
        }
      },
      given: holder.given,
      inForce: {
        get() {
          if (inForce?.epoch !== epoch || inForce?.isReady !== isReady() || inForce.values !== values()) {
            inForce = { epoch: epoch ?? '', isReady: isReady(), values: values() }
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
