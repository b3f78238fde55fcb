import type { Observer } from '../core/host.ts'
import type { EventDefinitions } from '../core/model/definitions.ts'
import { schemaFindings } from './schemaFindings.ts'
import { flagFindings, vendorFindings } from './vendorFindings.ts'

/** How many names of events are remembered as reported; what comes after is not looked at. */
const MAX_NAMES = 1_000

/**
 * For development: looks at each event that is tracked, and says on the console what its schema, or a vendor that it goes to,
 * does not take; once for each name. Changes nothing. `events` may come later, so that schemas are a chunk of their own; the
 * settings' definitions when absent.
 *
 * @example
 * ```ts
 * observers: import.meta.env.DEV ? [validateEvents(() => import('./events').then(({ events }) => events))] : [],
 * ```
 */
export const validateEvents =
  (events?: EventDefinitions | (() => Promise<EventDefinitions>)): Observer =>
  ({ bus, definitions, destinations }) => {
    const reported = new Set<string>()
    const reportedFlags = new Set<string>()
    const defined = typeof events === 'function' ? events().catch(() => undefined) : (events ?? definitions.events)

    function say(name: string, findings: readonly string[], said = reported) {
      if (findings.length === 0 || said.has(name) || said.size >= MAX_NAMES) return
      said.add(name)
      bus.publish('problem', { where: 'validate', message: `"${name}": ${findings.join(' ')}` })
    }

    async function look(name: string, given: Readonly<Record<string, unknown>>, found: readonly string[]) {
      const schemas = defined instanceof Promise ? await defined : defined
      const ofSchema = schemas ? schemaFindings(name, given, schemas) : []
      say(name, [...(ofSchema instanceof Promise ? await ofSchema : ofSchema), ...found])
    }

    const undo = [
      bus.on('tracked', ({ name, given, options: { messaging = false } }) => {
        if (!reported.has(name)) void look(name, given, vendorFindings({ name, given, messaging }, destinations))
      }),
      bus.on('stamped', (event) => say(event.name, flagFindings(event, destinations), reportedFlags)),
    ]
    return { stop: () => undo.forEach((step) => step()) }
  }
