import type { Observer } from 'telltale'
import { createStore, type Store } from '../store.ts'
import { nextTrace, type TracedEvent } from './trace.ts'

/** The last events of this page. */
export const eventTrace: Store<readonly TracedEvent[]> = createStore<readonly TracedEvent[]>([])

/** Shows in the page what Telltale does with its events. The console shows the same, and much more. */
export const traceEvents: Observer = {
  name: 'trace',
  onProgress: (step) => eventTrace.set(nextTrace(eventTrace.get(), step)),
}
