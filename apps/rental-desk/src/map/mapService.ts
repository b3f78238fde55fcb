import { loadMaps } from 'telltale/maps'
import { createStore, type Store } from '../store.ts'

/** The data that the map service's script assigns to `globalThis.coastMaps`. */
export interface CoastMaps {
  readonly layers: readonly { readonly kind: string; readonly d: string }[]
  readonly labels: readonly { readonly kind: string; readonly text: string; readonly x: number; readonly y: number }[]
}

declare global {
  var coastMaps: CoastMaps | undefined
}

export type MapState =
  | { readonly status: 'waiting' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly maps: CoastMaps }
  | { readonly status: 'failed' }

export interface MapService extends Pick<Store<MapState>, 'get' | 'subscribe'> {
  /** Loads the map, unless it is loading or has loaded. After a failure, it can be called again. */
  load(): Promise<void>
}

interface Needs {
  loadScript: () => Promise<void>
  read: () => CoastMaps | undefined
}

export function createMapService({ loadScript, read }: Needs): MapService {
  const { get, set, subscribe } = createStore<MapState>({ status: 'waiting' })
  return {
    get,
    subscribe,
    async load() {
      const { status } = get()
      if (status === 'loading' || status === 'ready') return
      set({ status: 'loading' })
      // The error itself is not needed: without maps, the status becomes `failed`, and the panel shows a message.
      await loadScript().catch(() => undefined)
      const maps = read()
      set(maps ? { status: 'ready', maps } : { status: 'failed' })
    },
  }
}

const read = () => globalThis.coastMaps

/** The map service of the demo: a script that is served with the application. */
export const mapService = createMapService({ loadScript: () => loadMaps({ url: '/maps/coast.js', ready: read }), read })
