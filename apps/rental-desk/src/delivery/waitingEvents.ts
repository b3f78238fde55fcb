import type { Observer } from 'telltale'
import { createStore, type Store } from '../store.ts'
import { nextWaiting } from './nextWaiting.ts'

/** Counts the events of this page that have not arrived yet. */
export interface WaitingEvents extends Pick<Store<number>, 'get' | 'subscribe'> {
  readonly observe: Observer
}

function createWaitingEvents(): WaitingEvents {
  let waiting: ReadonlySet<string> = new Set()
  const { get, set, subscribe } = createStore(0)
  return {
    get,
    subscribe,
    observe: ({ bus }) => ({
      stop: bus.on('progress', (step) => {
        waiting = nextWaiting(waiting, step)
        if (waiting.size !== get()) set(waiting.size)
      }),
    }),
  }
}

export const waitingEvents = createWaitingEvents()
