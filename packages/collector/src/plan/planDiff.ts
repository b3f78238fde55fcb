import type { JsonSchema, Plan } from './plan.ts'

/** What a change of a plan breaks. */
export interface PlanBreak {
  /** `readers`: tables and dashboards lose something. `pages`: events of pages with an earlier release are refused. */
  readonly breaks: 'readers' | 'pages'
  readonly event: string
  /** The property, such as `customer.name`. Absent for the event itself. */
  readonly property?: string
  /** What has changed, as a sentence. */
  readonly message: string
}

/** Says what breaks when a plan becomes another. Nothing when all that was sent still fits, and all that was read still comes. */
export function planDiff(before: Plan, after: Plan): readonly PlanBreak[] {
  return Object.entries(before.events).flatMap(([event, schema]): readonly PlanBreak[] => {
    const next = Object.hasOwn(after.events, event) ? after.events[event] : undefined
    if (next) return differences(schema, next, []).map((one) => ({ event, ...one }))
    const removed: PlanBreak = { breaks: 'readers', event, message: 'The event is no longer sent.' }
    return after.others === 'refuse'
      ? [removed, { breaks: 'pages', event, message: 'Pages with an earlier release still send the event.' }]
      : [removed]
  })
}

type Difference = Omit<PlanBreak, 'event'>

function differences(before: JsonSchema, after: JsonSchema, path: readonly string[]): readonly Difference[] {
  const at = path.length > 0 ? { property: path.join('.') } : {}
  const own: Difference[] = []
  const [was, is] = [typesOf(before), typesOf(after)]
  const says = (breaks: Difference['breaks'], message: string) => own.push({ breaks, ...at, message })
  const gone = was.filter((type) => !accepts(is, type))
  const come = is.filter((type) => !accepts(was, type))
  if (gone.length > 0) says('pages', `It may no longer be ${gone.join(' or ')}.`)
  if (come.length > 0) says('readers', `It may be ${come.join(' or ')} now.`)
  const [had, has] = [valuesOf(before), valuesOf(after)]
  const lost = had?.filter((value) => has !== undefined && !has.includes(value)) ?? []
  const added = has?.filter((value) => had !== undefined && !had.includes(value)) ?? []
  if (lost.length > 0) says('pages', `The values ${lost.join(', ')} are no longer allowed.`)
  if (had === undefined && has !== undefined) says('pages', 'Only some values are allowed now.')
  if (added.length > 0) says('readers', `The values ${added.join(', ')} are new.`)
  if (had !== undefined && has === undefined) says('readers', 'Any value may come now.')
  if (before.items && after.items) own.push(...differences(before.items, after.items, [...path, '[]']))
  return [...own, ...ofProperties(before, after, path)]
}

function ofProperties(before: JsonSchema, after: JsonSchema, path: readonly string[]): readonly Difference[] {
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})])
  return [...names].flatMap((name): readonly Difference[] => {
    const property = [...path, name].join('.')
    const [was, is] = [before.properties?.[name], after.properties?.[name]]
    const [wasRequired, isRequired] = [before.required?.includes(name), after.required?.includes(name)]
    const required: readonly Difference[] =
      isRequired && !wasRequired
        ? [{ breaks: 'pages', property, message: 'It is required now.' }]
        : wasRequired && !isRequired && is
          ? [{ breaks: 'readers', property, message: 'It may be absent now.' }]
          : []
    if (was && is) return [...required, ...differences(was, is, [...path, name])]
    if (!was) return required
    const removed: Difference = { breaks: 'readers', property, message: 'It is no longer sent.' }
    return after['additionalProperties'] === false
      ? [removed, { breaks: 'pages', property, message: 'It is no longer allowed.' }]
      : [removed]
  })
}

/** Empty for every type. */
function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type !== undefined) return [schema.type].flat()
  const branches = ['anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] as readonly JsonSchema[] | undefined) ?? [])
  const values = valuesOf(schema) ?? []
  return [...new Set([...branches.flatMap(typesOf), ...values.map(typeOf)])]
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const accepts = (types: readonly string[], type: string) =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

const valuesOf = (schema: JsonSchema): readonly unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum
