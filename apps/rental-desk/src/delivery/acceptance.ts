import type { Observer } from 'telltale'
import { createStore, type Store } from '../store.ts'

/** How long a destination may take to accept an event, in milliseconds. Afterwards the page says that events wait. */
const PATIENCE_MS = 3000

interface Acceptance {
  readonly isAccepting: Pick<Store<boolean>, 'get' | 'subscribe'>
  readonly observer: Observer
}

/** Watches whether a destination accepts events. It does not while it refuses requests, for example with a 503. */
export function createAcceptance(destination: string): Acceptance {
  const { get, set, subscribe } = createStore(true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = () => {
    timer = undefined
    // Without a network, no request has reached the destination.
    if (navigator.onLine) set(false)
  }
  return {
    isAccepting: { get, subscribe },
    observer: {
      name: 'acceptance',
      start: ({ on }) =>
        on('progress', (progress) => {
          if (progress.destination !== destination) return
          if (progress.step === 'sent') timer ??= setTimeout(giveUp, PATIENCE_MS)
          else {
            clearTimeout(timer)
            timer = undefined
            if (!get()) set(true)
          }
        }),
    },
  }
}

/** Whether the collector of the demo accepts events. */
export const collectorAcceptance = createAcceptance('collector')
