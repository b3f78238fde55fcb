import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { Validator } from '@seriousme/openapi-schema-validator'
import { readBatch } from './readBatch.ts'
import { ROOM } from '../testing/room.ts'

const documents = new URL('../../../../docs/', import.meta.url)
const schema = JSON.parse(await readFile(new URL('public/schema/event.json', documents), 'utf8'))
const isEvent = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(schema)

interface Batch {
  readonly events: readonly object[]
}

async function openApi() {
  const validator = new Validator()
  await validator.validate(new URL('openapi/collector.yaml', documents).pathname)
  const { paths, components } = validator.resolveRefs() as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { example: Batch }> } } }>
    components: { schemas: Record<string, { properties: Record<string, { properties?: object }> }> }
  }
  const batch = paths['/collect']?.post.requestBody.content['application/json']?.example
  return { batch, schemas: components.schemas }
}

/** The events of a batch, once they are whole. */
function wholeEvents(batch: Batch | undefined): readonly object[] {
  const read = readBatch(JSON.stringify(batch), { ...ROOM, receivedAt: 0, engine: 'other' })
  return read.outcome === 'ok' ? read.batch.events.map(({ body }) => JSON.parse(body) as object) : []
}

test('the JSON Schema of an event fits the events of the example of a batch, once they are whole', async () => {
  const { batch } = await openApi()
  const events = wholeEvents(batch)
  expect(events).toHaveLength(1)
  for (const event of events) expect([isEvent(event), isEvent.errors]).toEqual([true, null])
})

test('the example on the page of the event record fits the JSON Schema', async () => {
  const page = await readFile(new URL('src/content/docs/reference/event-record.md', documents), 'utf8')
  const example = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '')
  expect([isEvent(example), isEvent.errors]).toEqual([true, null])
  for (const field of Object.keys(schema.properties)) expect(page).toContain(`\`${field}\``)
})

test('the JSON Schema has the fields of the OpenAPI document', async () => {
  const { schemas } = await openApi()
  const own = Object.keys(schema.properties).filter((field) => field !== 'flags')
  const theirs = Object.keys(schemas['Event']?.properties ?? {}).filter((field) => field !== 'flagSet')
  expect(own.sort()).toEqual(theirs.sort())
  expect(Object.keys(schema.properties.moment.properties)).toEqual(Object.keys(schemas['Moment']?.properties ?? {}))
  expect(Object.keys(schema.properties.identity.properties)).toEqual(
    Object.keys(schemas['Event']?.properties['identity']?.properties ?? {}),
  )
})

test.each([
  ['without its number', { n: undefined }],
  ['with the number 0', { n: 0 }],
  ['with an unknown kind', { kind: 'click' }],
  ['with an account without a key', { identity: { accounts: { organization: {} } } }],
  ['with a session without an id', { moment: { session: {} } }],
])('an event %s does not fit the JSON Schema', async (_, parts) => {
  const { batch } = await openApi()
  const [event] = wholeEvents(batch)
  expect(isEvent(JSON.parse(JSON.stringify({ ...event, ...parts })))).toBe(false)
})
