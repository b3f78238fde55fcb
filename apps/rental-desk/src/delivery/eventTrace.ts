import type { Observer } from 'telltale'
import { createStore, type Store } from '../store.ts'
import { nextTrace, type Step, type TracedEvent } from './trace.ts'

/** The last events of this page. */
export const eventTrace: Store<readonly TracedEvent[]> = createStore<readonly TracedEvent[]>([])

/** The tabs of the demo tell each other their steps: one of them delivers the events of all, and each hears only its own steps. */
const otherTabs = openChannel()
otherTabs?.addEventListener('message', ({ data }: MessageEvent<Step>) => {
  eventTrace.set(nextTrace(eventTrace.get(), data, 'other tab'))
})

/** Records what Telltale does with the events of this page, to show it on the page. The console shows more. */
export const traceEvents: Observer = {
  name: 'trace',
  start: ({ on }) =>
    on('progress', (step) => {
      const before = eventTrace.get()
      eventTrace.set(nextTrace(before, step))
      // The rest of a step may be anything, such as the properties of an event: the other tabs need none of it.
      const { id, at, destination } = step
      if (before.every((event) => event.id !== id) && step.step !== 'happened')
        otherTabs?.postMessage({ id, at, step: step.step, ...(destination !== undefined && { destination }) })
    }),
}

/** Firefox throws here if the user has blocked the data of the site. */
function openChannel() {
  try {
    return new BroadcastChannel('rental-desk-trace')
  } catch {
    return undefined
  }
}
