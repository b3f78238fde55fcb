import type { AnyProviderEvent, EventDetails, EventHandler, ProviderEventEmitter } from '@openfeature/web-sdk'

/** The events of a provider. OpenFeature's own emitter is in its SDK, of which this needs the types only. */
export function createEmitter(): ProviderEventEmitter<AnyProviderEvent> {
  let handlers: [type: AnyProviderEvent, handler: EventHandler][] = []
  const getHandlers = (wanted: AnyProviderEvent) => handlers.filter(([type]) => type === wanted).map(([, one]) => one)
  const emitter: ProviderEventEmitter<AnyProviderEvent> = {
    // Asynchronous, so that what a handler throws is an uncaught error of the page, and disturbs no other handler.
    emit: (type, details = {}) => getHandlers(type).forEach(async (handler) => handler(details as EventDetails)),
    addHandler: (...added) => void handlers.push(added),
    removeHandler(...removed) {
      handlers = handlers.filter((entry) => entry.some((part, place) => part !== removed[place]))
    },
    removeAllHandlers(removed) {
      handlers = removed ? handlers.filter(([type]) => type !== removed) : []
    },
    getHandlers,
    setLogger: () => emitter,
  }
  return emitter
}
