import { createListeners, type Listeners, type Unsubscribe } from './listeners.ts'

/** Where parts meet that do not know one another. */
export interface Bus<Topics extends object> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void
  on<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): Unsubscribe
  /** Whether anybody listens: a message that nobody would hear need not be made. */
  isHeard(topic: keyof Topics): boolean
}

export function createBus<Topics extends object>(): Bus<Topics> {
  const topics = new Map<keyof Topics, Listeners<[never]>>()
  return {
    publish: (topic, message) => topics.get(topic)?.notify(message as never),
    on(topic, listener) {
      const listeners = topics.get(topic) ?? createListeners<[never]>()
      topics.set(topic, listeners)
      return listeners.add(listener)
    },
    isHeard: (topic) => (topics.get(topic)?.size ?? 0) > 0,
  }
}
