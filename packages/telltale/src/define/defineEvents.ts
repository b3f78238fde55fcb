import type { EventDefinitions } from '../core/model/definitions.ts'

/**
 * Writes down the application's events: for each name the schema of its properties, by any library that follows the Standard
 * Schema (zod, valibot, arktype, …). Answers what it is given.
 *
 * @example defineEvents({ 'Quote sent': z.object({ total: z.number() }) })
 */
export const defineEvents = <E extends EventDefinitions>(events: E): E => events
