import type { Log } from '../core/ports/log.ts'
import type { Platform } from '../core/ports/platform.ts'
import type { ContextOptions } from './contextOf.ts'
import { evaluate, typeOf } from './evaluate.ts'
import { createFlagEngine } from './flagEngine.ts'
import type { FlagsPart } from './flagsApi.ts'
import { readSettings, type FlagOptions } from './flagSettings.ts'
import { flagsPart } from './flagsPart.ts'

export type FlagPorts = Pick<Platform, 'visitor' | 'channel'>

/** The options of the layer's flags: those of a flag client, and what the layer makes of who-am-i's answer. */
export type LayerFlagOptions = Omit<FlagOptions, 'hash'> & ContextOptions

/** The flags of the layer from a client of ours. Those of an earlier visit are there at once. What the platform has itself is not taken from `ports`. */
export function layerFlags(given: LayerFlagOptions, ports?: FlagPorts): FlagsPart {
  const { kind: _kind, hashField: _hashField, hash, ...others } = given
  const options = { ...others, ...(typeof hash === 'string' && { hash }) }
  return flagsPart(given, ({ platform, http, bus }, onUpdate) => {
    // The layer decides what is written to the console, and writes each problem once.
    const log: Log = {
      warn: (message) => bus.publish('problem', { where: 'flags', message }),
      error: (message) => bus.publish('problem', { where: 'flags', message, isError: true }),
    }
    const settings = readSettings({ bootstrap: 'localStorage', ...options }, log.warn)
    let tell = (_keys: Iterable<string>) => {}
    const engine = createFlagEngine(
      settings,
      { ...ports, ...platform, log, http },
      {
        onUpdate(changes) {
          onUpdate()
          tell(Object.keys(changes))
        },
        report: (problem) => (typeof problem === 'string' ? log.warn(problem) : log.error(problem.message)),
      },
    )
    const { store, events } = engine
    return {
      ...engine,
      values: store.values,
      peek: (key) => store.cell(key).flag,
      expose(key, fallback, withReason) {
        const cell = store.cell(key)
        const { value } = evaluate(cell.flag, fallback, typeOf(fallback))
        events.evaluated(cell, { value, fallback, withReason })
      },
      onChange(listener) {
        tell = listener
        engine.setListening(true)
        return () => {
          tell = () => {}
          engine.setListening(false)
        }
      },
    }
  })
}
