import { createFlagEngine } from './flagEngine.ts'
import { createFlagReader } from './flagReader.ts'
import type { FlagsPart } from './flagsApi.ts'
import type { Changes } from './flagStore.ts'
import { readSettings, type FlagClientOptions } from './flagSettings.ts'
import { flagsPart } from './flagsPart.ts'

/** The flags of the layer from a client of ours. Those of an earlier visit are there at once. */
export const layerFlags = (options: FlagClientOptions): FlagsPart =>
  flagsPart((platform, onUpdate) => {
    const settings = readSettings({ bootstrap: 'localStorage', ...options }, platform.log.warn)
    const engine = createFlagEngine(settings, platform, onUpdate)
    const { store, events } = engine
    return {
      ...engine,
      values: store.values,
      peek: (key) => store.cell(key).flag,
      detail: createFlagReader(engine, settings, platform.log).detail,
      expose(key, fallback) {
        const cell = store.cell(key)
        events.evaluated(cell, { value: cell.flag?.value ?? fallback, fallback })
      },
      onChange(listener) {
        const tell = (changes: Changes) => listener(Object.keys(changes))
        engine.on('change', tell)
        return () => engine.off('change', tell)
      },
    }
  })
