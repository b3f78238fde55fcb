import type {
  AnyProviderEvent,
  EventContext,
  EventDetails,
  EventHandler,
  ProviderEventEmitter,
} from '@openfeature/web-sdk'
import { attempt } from '../core/lib/attempt.ts'
import { throwLater } from '../core/lib/listeners.ts'

/** The events of a provider. OpenFeature's own emitter is in its SDK, of which this needs the types only. */
export function createEmitter(): ProviderEventEmitter<AnyProviderEvent> {
  const handlers = new Map<AnyProviderEvent, EventHandler[]>()
  const getHandlers = (type: AnyProviderEvent) => handlers.get(type) ?? []
  const emitter: ProviderEventEmitter<AnyProviderEvent> = {
    emit: (type, details: EventContext = {}) =>
      getHandlers(type).forEach((handler) => attempt(() => void handler(details as EventDetails), throwLater)),
    addHandler: (type, handler) => void handlers.set(type, [...getHandlers(type), handler]),
    removeHandler(type, handler) {
      const kept = [...getHandlers(type)]
      const place = kept.indexOf(handler)
      if (place >= 0) kept.splice(place, 1)
      handlers.set(type, kept)
    },
    removeAllHandlers: (type) => (type ? void handlers.delete(type) : handlers.clear()),
    getHandlers,
    setLogger: () => emitter,
  }
  return emitter
}
