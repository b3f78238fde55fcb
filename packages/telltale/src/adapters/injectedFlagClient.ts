import { createListeners, type Listeners } from '../core/lib/listeners.ts'
import { writable } from '../core/lib/readable.ts'
import { sameJson } from '../core/lib/sameJson.ts'
import type { Context } from '../core/model/context.ts'
import type { FlagDetail, FlagsInForce } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import { contextOf } from '../flags/contextOf.ts'
import { evaluate, typeOf } from '../flags/evaluate.ts'
import type { FlagsPart, FlagsStatus } from '../flags/flagsApi.ts'

/** What is needed of a client of the vendor's JavaScript SDK, version 3 or 4. */
export interface InjectedFlagClient {
  allFlags(): Readonly<Record<string, unknown>>
  variation(key: string, fallback?: unknown): unknown
  /** Version 3 rejects when it fails; version 4 resolves with how it went. */
  identify(context: Context): Promise<unknown>
  on(name: 'change', listener: () => void): void
  off(name: 'change', listener: () => void): void
}

type Values = Readonly<Record<string, Json>>

/** The flags of a client that the application has made. It follows the layer's identity, and is not closed with it. */
export const injectedFlagClient =
  (client: InjectedFlagClient): FlagsPart =>
  ({ identity, bus, platform }) => {
    const status = writable<FlagsStatus>('initialising')
    const updates = createListeners<[]>()
    const watchers = new Map<string, Listeners<[]>>()
    let epoch = ''
    let asked: string | undefined
    let isMuted = false
    let inForce: FlagsInForce = { epoch, isReady: false, values: {} }

    function hold(next: Values, isReady: boolean) {
      const { values: before } = inForce
      const values = Object.fromEntries(
        Object.entries(next).map(([key, value]) => [key, sameJson(before[key], value) ? (before[key] as Json) : value]),
      )
      inForce = { epoch, isReady, values: sameJson(before, values) ? before : values }
      for (const [key, listeners] of watchers) if (inForce.values[key] !== before[key]) listeners.notify()
      updates.notify()
    }

    const refresh = () => {
      if (status.get() !== 'initialising') hold(client.allFlags() as Values, true)
    }

    async function follow() {
      const who = identity.get()
      const context = contextOf(who, (kind) => `${kind}-unknown`)
      const isNew = who.epoch !== epoch
      const before = asked
      epoch = who.epoch
      isMuted = who.status === 'known' && who.impersonator !== undefined
      asked = context && JSON.stringify(context)
      if (isNew) {
        status.set('initialising')
        hold({}, false)
      }
      if (!context || (!isNew && asked === before)) return
      const outcome = await identify(context)
      // A late answer for somebody who is no longer here.
      if (asked !== JSON.stringify(context) || who.epoch !== epoch) return
      status.set(outcome)
      refresh()
    }

    async function identify(context: Context): Promise<FlagsStatus> {
      try {
        const result = (await client.identify(context)) as { status?: unknown } | undefined
        const isFailed = result?.status === 'error' || result?.status === 'timeout'
        return isFailed ? 'failed' : 'live'
      } catch {
        platform.log.error('Telltale (flags): the flag client could not identify')
        return 'failed'
      }
    }

    function record(key: string, fallback: Json | undefined) {
      // What an impersonator looks at is not what this person was shown.
      if (isMuted) return
      client.variation(key, fallback)
      bus.publish('exposure', { key, flag: peek(key) })
    }

    const peek = (key: string) => {
      const value = Object.hasOwn(inForce.values, key) ? inForce.values[key] : undefined
      return value === undefined ? undefined : { value, version: 0 }
    }

    function detail<T extends Json>(key: string, fallback: T): FlagDetail<Widen<T>> {
      record(key, fallback)
      return evaluate(peek(key), fallback as Widen<T>, typeOf(fallback))
    }

    client.on('change', refresh)
    const unfollow = identity.subscribe(() => void follow())
    void follow()

    return {
      status,
      detail,
      value: (key, fallback) => detail(key, fallback).value,
      all: () => inForce.values,
      peek,
      expose: record,
      watch(key, listener) {
        const listeners = watchers.get(key) ?? createListeners<[]>()
        watchers.set(key, listeners)
        const end = listeners.add(listener)
        return () => {
          end()
          if (listeners.size === 0) watchers.delete(key)
        }
      },
      inForce: { get: () => inForce, subscribe: updates.add },
      stop() {
        unfollow()
        client.off('change', refresh)
      },
    }
  }
