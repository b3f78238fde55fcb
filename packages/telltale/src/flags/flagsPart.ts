import type { Host } from '../core/host.ts'
import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { Context } from '../core/model/context.ts'
import { eventIdentity } from '../core/model/eventIdentity.ts'
import type { Flag, FlagDetail, FlagsInForce } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import { anonymousKey } from './anonymousKey.ts'
import { contextOf, type ContextOptions } from './contextOf.ts'
import { contextHash } from './contextHash.ts'
import { evaluate, typeOf } from './evaluate.ts'
import type { FlagsPart, FlagsStatus } from './flagsApi.ts'
import { createFlagWatchers, type FlagWatcher } from './flagWatchers.ts'

/** Where the layer's flags come from: a client of ours, or one that the application has made. */
export interface FlagHolder {
  readonly status: Readable<FlagsStatus>
  /** The same object until a value changes. */
  values(): Readonly<Record<string, Json>>
  peek(key: string): Flag | undefined
  /** Records that the flag was evaluated, unless it is muted. */
  expose(key: string, fallback: unknown, withReason?: boolean): void
  /** Tells the keys of values that have become other ones. */
  onChange(listener: (keys: Iterable<string>) => void): Unsubscribe
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
  /** The context's signature. It rejects when there is none where one was wanted. */
  hash: string | Promise<string> | undefined
}

/** The flags of whoever is signed in. `onUpdate` is for the holder to call after anything of it has changed. */
export const flagsPart =
  (options: ContextOptions, createHolder: (host: Host, onUpdate: () => void) => FlagHolder): FlagsPart =>
  (host) => {
    const { identity, platform, bus } = host
    const updates = createListeners<[]>()
    const holder = createHolder(host, update)
    const { status, values, peek } = holder
    const watchers = createFlagWatchers({ onChange: holder.onChange, record })
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
      const context = contextOf(who, (kind) => anonymousKey(kind, platform), options)
      const field = who.status === 'known' && options.hashField ? who.person[options.hashField] : undefined
      const wanted = context && JSON.stringify([context, field])
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
        const hash = contextHash(context, field, options)
        holder.identify(context, { isAtOnce, isMuted, isSamePerson: person === before, hash })
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
      watchers.recordAll()
    }

    function record(watcher: FlagWatcher) {
      // What is on its way is not shown yet.
      if (!watcher.shown || !isReady()) return
      const flag = peek(watcher.key)
      if (watcher.epoch === epoch && watcher.flag === flag) return
      watcher.epoch = epoch
      watcher.flag = flag
      expose(watcher.key, watcher.shown.fallback)
    }

    function expose(key: string, fallback?: Json, withReason?: boolean) {
      if (!isMuted) bus.publish('exposure', { key, flag: peek(key) })
      holder.expose(key, fallback, withReason)
    }

    function read<T extends Json>(key: string, fallback: T, withReason?: boolean): FlagDetail<Widen<T>> {
      expose(key, fallback, withReason)
      return evaluate(peek(key), fallback as Widen<T>, typeOf(fallback))
    }

    return {
      status,
      value: (key, fallback) => read(key, fallback).value,
      detail: (key, fallback) => read(key, fallback, true),
      all: values,
      watch: (key, listener) => watchers.add({ key, listener }),
      peek,
      expose,
      show: (key, fallback, listener) => watchers.add({ key, listener, shown: { fallback } }),
      given: holder.given,
      explain(key, value) {
        const explained = [peek, holder.given].map((flagOf) => evaluate(flagOf(key), value, typeOf(value)))
        // The second: while a server's page is hydrated with what the server had.
        return explained.find((detail) => detail.value === value) ?? { value }
      },
      inForce: {
        get() {
          if (inForce?.epoch !== epoch || inForce?.isReady !== isReady() || inForce.values !== values()) {
            inForce = { epoch: epoch ?? '', isReady: isReady(), user: eventIdentity(identity.get()), values: values() }
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
