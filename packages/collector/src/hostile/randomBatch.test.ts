import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { LANGUAGE_NAMES } from './oddTexts.ts'
import { plainBatch } from './plainBatch.ts'
import { createRandom, times } from './random.ts'
import { randomBatch } from './randomBatch.ts'

const DOCUMENT = fileURLToPath(new URL('../../../../docs/openapi/collector.yaml', import.meta.url))

async function isBatch() {
  const validator = new Validator()
  await validator.validate(DOCUMENT)
  const { components } = validator.resolveRefs() as { components: { schemas: { Batch: object } } }
  return new Ajv2020({ strict: false, ownProperties: true }).compile(components.schemas.Batch)
}

test('a random batch is valid by the OpenAPI document', async () => {
  const validate = await isBatch()
  const random = createRandom(7)
  for (const batch of [plainBatch(random), ...times(300, () => randomBatch(random))]) {
    const body = JSON.stringify(batch)
    expect([validate(JSON.parse(body)), validate.errors], body).toEqual([true, null])
  }
})

test('random batches have every name of the language as a key and as a text', () => {
  const random = createRandom(7)
  const all = JSON.stringify(times(300, () => randomBatch(random)))
  for (const name of LANGUAGE_NAMES) {
    expect(all).toContain(`"${name}":`)
    expect(all).toContain(`:"${name}"`)
  }
})
