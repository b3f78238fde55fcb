import type { EventDefinitions } from '../core/model/definitions.ts'
import type { SchemaIssue, SchemaResult } from '../core/model/standardSchema.ts'

/** What is wrong with an event by its definition, as sentences. A schema may answer later. */
export function schemaFindings(
  name: string,
  given: Readonly<Record<string, unknown>>,
  events: EventDefinitions,
): readonly string[] | Promise<readonly string[]> {
  const schema = Object.hasOwn(events, name) ? events[name] : undefined
  if (!schema) return ['It is not among the events that are defined.']
  try {
    const result = schema['~standard'].validate(given)
    return result instanceof Promise ? result.then(sentencesOf).catch(failed) : sentencesOf(result)
  } catch (error) {
    return failed(error)
  }
}

const sentencesOf = ({ issues = [] }: SchemaResult<unknown>) =>
  issues.map((issue) => `${pathOf(issue)}${issue.message}.`)

const failed = (error: unknown) => [`Its schema has failed: ${error instanceof Error ? error.message : String(error)}.`]

function pathOf({ path = [], message }: SchemaIssue): string {
  const steps = path.map((step) => String(typeof step === 'object' ? step.key : step))
  // Some libraries begin the message with it.
  return steps.length > 0 && !message.startsWith(steps.join('.')) ? `${steps.join('.')}: ` : ''
}
