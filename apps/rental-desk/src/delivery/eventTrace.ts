import type { Observer } from 'telltale'
import { createStore, type Store } from '../store.ts'
import { nextTrace, type TracedEvent } from './trace.ts'

/** The last events of this page. */
export const eventTrace: Store<readonly TracedEvent[]> = createStore<readonly TracedEvent[]>([])

/** Records what Telltale does with the events of this page, to show it on the page. The console shows more. */
export const traceEvents: Observer = {
  name: 'trace',
  onProgress: (step) => eventTrace.set(nextTrace(eventTrace.get(), step)),
}
