import { loadMaps } from 'telltale/maps'
import { createStore, type Store } from '../store.ts'

/** What the maps service's script puts on the window. */
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
  /** Loads the map unless it is there or on its way; after a failure it tries again. */
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
      // Whatever went wrong is told in words on the panel; the list beside it has everything.
      await loadScript().catch(() => undefined)
      const maps = read()
      set(maps ? { status: 'ready', maps } : { status: 'failed' })
    },
  }
}

const read = () => globalThis.coastMaps

/** The maps of the demo, whose service is a script beside the application. */
export const mapService = createMapService({ loadScript: () => loadMaps({ url: '/maps/coast.js', ready: read }), read })
