import type { ObserverPart } from '../core/host.ts'
import type { EventDefinitions, SchemaIssue, SchemaResult } from '../core/model/definitions.ts'
import { flagFindings, vendorFindings } from './vendorFindings.ts'

/** How many event names are remembered as reported. Further names are not checked. */
const MAX_NAMES = 1_000

/**
 * For development: checks each tracked event and warns on the console about what its schema, or a vendor it is sent to, does
 * not accept. Warns once for each event name and changes nothing. `events` may be a function that loads the definitions, so
 * that schemas stay out of the main chunk. Defaults to the definitions in the settings.
 *
 * @example
 * ```ts
 * observers: import.meta.env.DEV ? [validateEvents(() => import('./events').then(({ events }) => events))] : [],
 * ```
 */
export const validateEvents = (events?: EventDefinitions | (() => Promise<EventDefinitions>)): ObserverPart => ({
  name: 'validate',
  start({ bus, definitions, destinations }) {
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
  },
})

/** The problems of an event according to its definition, as sentences. A schema may be asynchronous. */
function schemaFindings(
  name: string,
  given: Readonly<Record<string, unknown>>,
  events: EventDefinitions,
): readonly string[] | Promise<readonly string[]> {
  const schema = Object.hasOwn(events, name) ? events[name] : undefined
  if (!schema) return ['It is not among the events that are defined. (T134)']
  try {
    const result = schema['~standard'].validate(given)
    return result instanceof Promise ? result.then(sentencesOf).catch(failed) : sentencesOf(result)
  } catch (error) {
    return failed(error)
  }
}

const sentencesOf = ({ issues = [] }: SchemaResult<unknown>) =>
  issues.map((issue) => `${pathOf(issue)}${issue.message}. (T136)`)

const failed = (error: unknown) => [
  `Its schema has failed: ${error instanceof Error ? error.message : String(error)}. (T135)`,
]

function pathOf({ path = [], message }: SchemaIssue): string {
  const steps = path.map((step) => String(typeof step === 'object' ? step.key : step))
  // Some libraries already put the path at the beginning of the message.
  return steps.length > 0 && !message.startsWith(steps.join('.')) ? `${steps.join('.')}: ` : ''
}
