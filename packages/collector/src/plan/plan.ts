/** A JSON Schema, as far as it is read here. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: JsonSchema
  /** Whether the values are personal data, as its author says. */
  readonly 'x-personal'?: boolean
  readonly [keyword: string]: unknown
}

/** Which events an application sends, and with which properties: what its pages and its tables agree on. */
export interface Plan {
  /** The name of the application in its settings. The plan is for the events of every application when absent. */
  readonly app?: string
  /** The schemas of the properties, by the names of the events. */
  readonly events: Readonly<Record<string, JsonSchema>>
  /** Properties that steps add to every event. They may be there whatever the schemas say. */
  readonly common?: readonly string[]
  /** What happens with events that are not in the plan: `allow` when absent. */
  readonly others?: 'allow' | 'refuse'
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads the text of a plan.
 *
 * @throws a sentence that names the field that is wrong
 */
export function readPlan(text: string, name: string): Plan {
  const plan = parsed(text, name)
  if (!isObject(plan) || !isObject(plan['events']) || !Object.values(plan['events']).every(isObject))
    throw new Error(`${name} is no plan: "events" must be an object of JSON Schemas by the names of the events.`)
  const { app, common, others } = plan
  if (app !== undefined && (typeof app !== 'string' || app === ''))
    throw new Error(`${name} is no plan: "app" must be the name of an application.`)
  if (common !== undefined && !(Array.isArray(common) && common.every((one) => typeof one === 'string')))
    throw new Error(`${name} is no plan: "common" must be a list of names of properties.`)
  if (others !== undefined && others !== 'allow' && others !== 'refuse')
    throw new Error(`${name} is no plan: "others" must be "allow" or "refuse".`)
  return plan as unknown as Plan
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${name} is no plan: it is not JSON.`)
  }
}
