import { createListeners } from '../core/lib/listeners.ts'
import type { FlagDetail, FlagsInForce } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import { anonymousKey } from './anonymousKey.ts'
import { contextOf } from './contextOf.ts'
import { evaluate, typeOf } from './evaluate.ts'
import { createFlagEngine } from './flagEngine.ts'
import type { FlagsPart } from './flagsApi.ts'
import type { FlagSettings } from './flagSettings.ts'

/** The flags of whoever is signed in: follows the layer's identity. */
export const layerFlags =
  (settings: FlagSettings): FlagsPart =>
  ({ identity, platform, bus }) => {
    const updates = createListeners<[]>()
    const engine = createFlagEngine(settings, platform, updates.notify)
    const { store, status } = engine
    let epoch: string | undefined
    let asked: string | undefined
    let inForce: FlagsInForce | undefined

    const unfollow = identity.subscribe(follow)
    follow()

    function follow() {
      const who = identity.get()
      const context = contextOf(who, (kind) => anonymousKey(kind, platform))
      const before = [epoch, asked]
      epoch = who.epoch
      asked = context && JSON.stringify(context)
      const isNewEpoch = before[0] !== epoch
      if (!context) engine.forget()
      else if (isNewEpoch || before[1] !== asked) void engine.identify(context, isNewEpoch)
      if (isNewEpoch) updates.notify()
    }

    function record(key: string) {
      const who = identity.get()
      // What an impersonator looks at is not what this person was shown.
      if (who.status === 'known' && who.impersonator !== undefined) return
      bus.publish('exposure', { key, flag: store.cell(key).flag })
    }

    function detail<T extends Json>(key: string, fallback: T): FlagDetail<Widen<T>> {
      record(key)
      return evaluate(store.cell(key).flag, fallback as Widen<T>, typeOf(fallback))
    }

    return {
      status,
      detail,
      value: (key, fallback) => detail(key, fallback).value,
      all: store.values,
      watch(key, listener) {
        const [name, wake] = [`change:${key}`, () => listener()]
        engine.on(name, wake)
        return () => engine.off(name, wake)
      },
      peek: (key) => store.cell(key).flag,
      expose: record,
      inForce: {
        get() {
          const isReady = status.get() !== 'initialising'
          const values = store.values()
          if (inForce?.epoch !== epoch || inForce?.isReady !== isReady || inForce.values !== values) {
            inForce = { epoch: epoch ?? '', isReady, values }
          }
          return inForce
        },
        subscribe: updates.add,
      },
      stop() {
        unfollow()
        engine.stop()
      },
    }
  }
