import type { Host } from '../core/host.ts'
import type { Log } from '../core/ports/log.ts'
import type { Platform } from '../core/ports/platform.ts'
import { evaluate, typeOf } from './evaluate.ts'
import { createFlagEngine } from './flagEngine.ts'
import type { FlagsPart } from './flagsApi.ts'
import { readSettings, type FlagOptions } from './flagSettings.ts'
import { flagsPart, type FlagHolder } from './flagsPart.ts'
import { lateHolder } from './lateHolder.ts'
import { optionsAtLevel, type LayerFlagOptions } from './levelOptions.ts'

export type FlagPorts = Pick<Platform, 'visitor' | 'channel'>

/** The flags of the layer from a client of ours. Those of an earlier visit are there at once. What the platform has itself is not taken from `ports`. */
export const layerFlags = (options: LayerFlagOptions, ports?: FlagPorts): FlagsPart =>
  flagsPart(options, (host, onUpdate) =>
    lateHolder(
      () => {
        const atLevel = optionsAtLevel(options, host.promotion.get())
        return atLevel && createHolder(atLevel, { ...host, ports, onUpdate })
      },
      { when: host.promotion, onUpdate },
    ),
  )

interface Needs extends Pick<Host, 'platform' | 'http' | 'bus'> {
  ports: FlagPorts | undefined
  onUpdate(): void
}

function createHolder(options: FlagOptions, { platform, http, bus, ports, onUpdate }: Needs): FlagHolder {
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
}
