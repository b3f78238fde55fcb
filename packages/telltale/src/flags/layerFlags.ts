import { createListeners } from '../core/lib/listeners.ts'
import type { FlagDetail, FlagsInForce } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import { anonymousKey } from './anonymousKey.ts'
import { contextOf } from './contextOf.ts'
import { typeOf } from './evaluate.ts'
import { createFlagEngine } from './flagEngine.ts'
import { createFlagReader } from './flagReader.ts'
import type { FlagsPart } from './flagsApi.ts'
import { readSettings, type FlagClientOptions } from './flagSettings.ts'

/** The flags of whoever is signed in: follows the layer's identity. */
export const layerFlags =
  (options: FlagClientOptions): FlagsPart =>
  ({ identity, platform, bus }) => {
    const updates = createListeners<[]>()
    const settings = readSettings({ bootstrap: 'localStorage', ...options }, platform.log.warn)
    const engine = createFlagEngine(settings, platform, updates.notify)
    const { store, status, events } = engine
    const reader = createFlagReader(engine, settings, platform.log)
    let epoch: string | undefined
    let asked: string | undefined
    let inForce: FlagsInForce | undefined
    let isMuted = false

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
      else if (isNewEpoch || before[1] !== asked) {
        // What an impersonator looks at is not what this person was shown.
        isMuted = who.status === 'known' && who.impersonator !== undefined
        void engine.identify(context, { isAtOnce: isNewEpoch, isMuted })
      }
      if (isNewEpoch) updates.notify()
    }

    const tell = (key: string) => {
      if (!isMuted) bus.publish('exposure', { key, flag: store.cell(key).flag })
    }

    function read<T extends Json>(key: string, fallback: T, method: string): FlagDetail<Widen<T>> {
      tell(key)
      return reader.detail(key, fallback as Widen<T>, method, typeOf(fallback))
    }

    return {
      status,
      value: (key, fallback) => read(key, fallback, 'variation').value,
      detail: (key, fallback) => read(key, fallback, 'variationDetail'),
      all: store.values,
      watch(key, listener) {
        const [name, wake] = [`change:${key}`, () => listener()]
        engine.on(name, wake)
        return () => engine.off(name, wake)
      },
      peek: (key) => store.cell(key).flag,
      expose(key, fallback) {
        tell(key)
        const cell = store.cell(key)
        events.evaluated(cell, cell.flag?.value ?? fallback, fallback, false)
      },
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
