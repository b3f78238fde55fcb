import type { Observer } from 'telltale'
import { createStore, type Store } from '../store.ts'

/** How long a request may take until it counts as not answered, in milliseconds. */
const PATIENCE_MS = 3000

interface Answers {
  readonly isAnswering: Pick<Store<boolean>, 'get' | 'subscribe'>
  readonly observer: Observer
}

/** Watches whether a destination answers what is sent to it. */
export function createAnswers(destination: string): Answers {
  const { get, set, subscribe } = createStore(true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = () => {
    timer = undefined
    // Without a network it says nothing about the destination.
    if (navigator.onLine) set(false)
  }
  return {
    isAnswering: { get, subscribe },
    observer: {
      name: 'answers',
      onProgress(progress) {
        if (progress.destination !== destination) return
        if (progress.step === 'sent') timer ??= setTimeout(giveUp, PATIENCE_MS)
        else {
          clearTimeout(timer)
          timer = undefined
          if (!get()) set(true)
        }
      },
    },
  }
}

/** Whether the collector of the demo answers. */
export const collectorAnswers = createAnswers('collector')
