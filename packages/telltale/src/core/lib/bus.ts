import { createListeners, type Listeners, type Unsubscribe } from './listeners.ts'

/** Where parts meet that do not know one another. */
export interface Bus<Topics extends object> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  on<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): Unsubscribe
}

export function createBus<Topics extends object>(): Bus<Topics> {
  const topics = new Map<keyof Topics, Listeners<[never]>>()
  const listenersOf = <T extends keyof Topics>(topic: T) => {
    const listeners = topics.get(topic) ?? createListeners<[never]>()
    topics.set(topic, listeners)
    return listeners as unknown as Listeners<[Topics[T]]>
  }
  return {
    publish: (topic, message) => listenersOf(topic).notify(message),
    on: (topic, listener) => listenersOf(topic).add(listener),
  }
}
