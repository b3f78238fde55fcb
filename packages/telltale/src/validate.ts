export { validateEvents } from './validate/validateEvents.ts'
export type { EventDefinitions } from './core/model/definitions.ts'
export type { Observer } from './core/observer.ts'
