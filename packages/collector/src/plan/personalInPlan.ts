import { redactor } from 'telltale/redact'
import type { JsonSchema, Plan } from './plan.ts'

/** A property that looks personal, and of which the plan does not say whether it is. */
export interface PersonalProperty {
  readonly event: string
  /** Such as `customer.email`. */
  readonly property: string
  /** Its name looks personal, or a value that the schema names: an example, a default, one of its values. */
  readonly because: 'name' | 'value'
  /** What a value looks like, such as `email`. */
  readonly looksLike?: string
}

const PERSONAL =
  /(?:^|[^a-z])(?:e-?mail(?:.?address)?|(?:tele)?phone(?:.?number)?|mobile(?:.?(?:number|phone))?|fax(?:.?number)?|(?:first|last|full|user|given|family|maiden).?name|surname|birth.?da(?:y|te)|date.?of.?birth|(?:home|postal|street|billing|shipping|delivery|ip).?address|street|post.?code|postal.?code|zip.?code|passport(?:.?number)?|iban|card.?number|ssn)s?$/i
/** Which a schema has once for each place, or for each entry. */
const BRANCHES = ['anyOf', 'oneOf', 'allOf'] as const

const clean = redactor()
/** `customerEmail` has two words. */
const wordsOf = (name: string) => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1_')

/**
 * Finds the properties whose names, examples or values look personal, and whose schemas do not say with `x-personal` whether they are. What
 * is below a property that is marked is personal, too. A finding has no value, and no name that is personal data itself.
 */
export function personalInPlan({ events }: Plan): readonly PersonalProperty[] {
  return Object.entries(events).flatMap(([event, root]) => {
    const findings = new Map<string, PersonalProperty>()
    visit(root, { root, path: [], within: [] }, (finding) => {
      if (!findings.has(finding.property)) findings.set(finding.property, { event: clean(event), ...finding })
    })
    return [...findings.values()]
  })
}

interface Place {
  /** The schema of the event, to which references lead. */
  readonly root: JsonSchema
  readonly path: readonly string[]
  /** The references that were followed to this place. */
  readonly within: readonly string[]
}

type Tell = (finding: Omit<PersonalProperty, 'event'>) => void

function visit(schema: JsonSchema, place: Place, tell: Tell): void {
  if (!isSchema(schema) || schema['x-personal'] !== undefined) return
  const { root, path, within } = place
  const name = path.at(-1)
  const property = path.map((one) => clean(one)).join('.')
  if (name !== undefined) {
    const looksLike = valueOf(schema, name)
    if (isPersonalName(name) && !isFlag(schema)) tell({ property, because: 'name' })
    else if (looksLike !== undefined) tell({ property, because: 'value', looksLike })
  }
  const below = (step: string, inner: unknown) => visit(inner as JsonSchema, { ...place, path: [...path, step] }, tell)
  for (const [inner, one] of Object.entries(schema.properties ?? {})) below(inner, one)
  for (const one of [schema.items, ...listOf(schema['prefixItems'])]) below('[]', one)
  below('*', schema['additionalProperties'])
  for (const branch of BRANCHES) for (const one of listOf(schema[branch])) visit(one as JsonSchema, place, tell)
  const { $ref: reference } = schema
  if (typeof reference === 'string' && !within.includes(reference))
    visit(at(root, reference) as JsonSchema, { ...place, within: [...within, reference] }, tell)
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a JSON pointer such as `#/$defs/customer` leads to. */
function at(root: JsonSchema, reference: string): unknown {
  const steps = reference.startsWith('#/') ? reference.slice(2).split('/') : []
  let value: unknown = steps.length > 0 ? root : undefined
  for (const step of steps.map((one) => decodeURIComponent(one).replaceAll('~1', '/').replaceAll('~0', '~')))
    value = isSchema(value) && Object.hasOwn(value, step) ? value[step] : undefined
  return value
}

/** The name is one of a person's data, is one of them itself, or is that of a secret. */
const isPersonalName = (name: string) =>
  PERSONAL.test(wordsOf(name)) || clean(name) !== name || clean(Object.fromEntries([[name, 'x']]))[name] !== 'x'

/** `has_email` says nothing of anybody's address. */
function isFlag({ type }: JsonSchema): boolean {
  const types = [type ?? []].flat()
  return types.length > 0 && types.every((one) => one === 'boolean' || one === 'null')
}

/** What one of the values in a schema looks like. */
function valueOf(schema: JsonSchema, name: string): string | undefined {
  let found: string | undefined
  const values = [schema.const, schema['default'], ...listOf(schema.enum), ...listOf(schema['examples'])]
  for (const value of values)
    if (value !== undefined) clean(Object.fromEntries([[name, value as string]]), (detector) => (found ??= detector))
  return found
}
