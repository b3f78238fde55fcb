import { expect, test } from 'vitest'
import type { JsonSchema, Plan } from './plan.ts'
import { planDiff } from './planDiff.ts'

const plan = (schema: JsonSchema | undefined, others: Plan['others'] = 'allow'): Plan => ({
  events: schema ? { sent: schema } : {},
  others,
})
const object = (properties: Record<string, JsonSchema>, required: readonly string[] = [], more: object = {}) => ({
  ...{ type: 'object', properties, required },
  ...more,
})
const TEXT = { type: 'string' }

const pages = (message: string, property?: string) => ({
  breaks: 'pages',
  event: 'sent',
  ...(property && { property }),
  message,
})
const readers = (message: string, property?: string) => ({ ...pages(message, property), breaks: 'readers' })

test.each<[string, Plan, Plan, object[]]>([
  ['nothing', plan(object({ a: TEXT })), plan(object({ a: TEXT })), []],
  ['a new event', plan(undefined), plan(object({})), []],
  ['a new optional property', plan(object({})), plan(object({ a: TEXT })), []],
  ['a new required property', plan(object({})), plan(object({ a: TEXT }, ['a'])), [pages('It is required now.', 'a')]],
  ['an event less', plan(object({})), plan(undefined), [readers('The event is no longer sent.')]],
  [
    'an event less, and no others are admitted',
    plan(object({})),
    plan(undefined, 'refuse'),
    [readers('The event is no longer sent.'), pages('Pages with an earlier release still send the event.')],
  ],
  ['a property less', plan(object({ a: TEXT })), plan(object({})), [readers('It is no longer sent.', 'a')]],
  [
    'a property less, in an object that is closed',
    plan(object({ a: TEXT })),
    plan(object({}, [], { additionalProperties: false })),
    [readers('It is no longer sent.', 'a'), pages('It is no longer allowed.', 'a')],
  ],
  [
    'a property that becomes optional',
    plan(object({ a: TEXT }, ['a'])),
    plan(object({ a: TEXT })),
    [readers('It may be absent now.', 'a')],
  ],
  [
    'another type',
    plan(object({ a: TEXT })),
    plan(object({ a: { type: 'number' } })),
    [pages('It may no longer be string.', 'a'), readers('It may be number now.', 'a')],
  ],
  [
    'a narrower number',
    plan(object({ a: { type: 'number' } })),
    plan(object({ a: { type: 'integer' } })),
    [pages('It may no longer be number.', 'a')],
  ],
  [
    'a wider number',
    plan(object({ a: { type: 'integer' } })),
    plan(object({ a: { type: 'number' } })),
    [readers('It may be number now.', 'a')],
  ],
  [
    'a value more and one less',
    plan(object({ a: { enum: ['x', 'y'] } })),
    plan(object({ a: { enum: ['x', 'z'] } })),
    [pages('The values y are no longer allowed.', 'a'), readers('The values z are new.', 'a')],
  ],
  [
    'values for any text',
    plan(object({ a: TEXT })),
    plan(object({ a: { type: 'string', enum: ['x'] } })),
    [pages('Only some values are allowed now.', 'a')],
  ],
  [
    'a change deep inside',
    plan(object({ a: { type: 'array', items: object({ b: TEXT }) } })),
    plan(object({ a: { type: 'array', items: object({ b: TEXT }, ['b']) } })),
    [pages('It is required now.', 'a.[].b')],
  ],
])('%s', (_, before, after, expected) => {
  expect(planDiff(before, after)).toEqual(expected)
})
