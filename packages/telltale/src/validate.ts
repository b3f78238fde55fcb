export { validateEvents } from './validate/validateEvents.ts'
