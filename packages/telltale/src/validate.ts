import type { BuiltInObserver } from './core/host.ts'
import type { EventDefinitions } from './core/model/definitions.ts'
import { validateEvents as validate } from './validate/validateEvents.ts'

/**
 * For development: checks each event that is tracked against its schema and the limits of the vendors that it goes to, and
 * reports what is wrong to the console, once for each name of an event. Changes nothing. `events` may come later, so that
 * schemas are a chunk of their own; the settings' definitions when absent.
 *
 * @example
 * ```ts
 * observers: import.meta.env.DEV ? [validateEvents(() => import('./events').then(({ events }) => events))] : [],
 * ```
 */
export const validateEvents = (events?: EventDefinitions | (() => PromiseLike<EventDefinitions>)): BuiltInObserver =>
  validate(events)
