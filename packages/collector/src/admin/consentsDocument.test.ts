import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { consentOf } from '../store/consent.ts'

const DOCUMENT = fileURLToPath(new URL('../../../../docs/openapi/collector.yaml', import.meta.url))

interface Answer {
  readonly content: { readonly 'application/json': { readonly schema: object; readonly example: object } }
}

async function documented() {
  const validator = new Validator()
  expect(await validator.validate(DOCUMENT)).toMatchObject({ valid: true })
  const { paths } = validator.resolveRefs() as {
    paths: Record<string, { get: { responses: Record<string, Answer> } } | undefined>
  }
  const content = paths['/consents/{id}']?.get.responses['200']?.content['application/json']
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  return { isAnswer: ajv.compile(content?.schema ?? false), example: content?.example }
}

const rowOf = (properties: unknown, identity: unknown = { id: 'ida', visitor: 7 }) => {
  const id = '018f4df7-3e00-7a3b-9d11-2f6a0c4e8b17'
  const body = JSON.stringify({ id, at: 1, identity, properties, kind: 'consent' })
  return consentOf({ cursor: '1', id, app: { name: 'Quotes' }, receivedAt: 2, body })
}

test('the answer with decisions is as the OpenAPI document says, whatever the application has put into them', async () => {
  const { isAnswer, example } = await documented()
  const odd = [undefined, null, [], 'granted', 7, { purposes: ['granted'] }, { purposes: { a: 'yes', b: 'denied' } }]
  const rows = [...odd.map((properties) => rowOf(properties)), rowOf({ text: 7, source: {} }, [])]
  expect([isAnswer({ consents: rows, before: '1' }), isAnswer.errors]).toEqual([true, null])
  expect([isAnswer(example), isAnswer.errors]).toEqual([true, null])
  expect(isAnswer({ consents: [{ ...rowOf({}), purposes: [] }] })).toBe(false)
})
