import { expect, test } from 'vitest'
import { kafkaNames, namedByOption, POSTGRES_NAMES } from './namedByOption.ts'

const ADDRESS = 'must be an address such as postgres://user:password@host:5432/database.'

test.each([
  [`The setting "url" ${ADDRESS}`, POSTGRES_NAMES, `The option --store ${ADDRESS}`],
  [
    'The setting "brokers" names a Kafka cluster that cannot be used: 1.',
    kafkaNames('kafka'),
    'The option --kafka names a Kafka cluster that cannot be used: 1.',
  ],
  [
    'The setting "brokers" names a Kafka cluster that cannot be used: 1.',
    kafkaNames('from'),
    'The option --from names a Kafka cluster that cannot be used: 1.',
  ],
  ['The setting "sasl" is wrong.', kafkaNames('store'), 'The option --kafka-mechanism is wrong.'],
  ['The setting "toString" is wrong.', POSTGRES_NAMES, 'The setting "toString" is wrong.'],
  ['The file has the setting "url".', POSTGRES_NAMES, 'The file has the setting "url".'],
])('%s: an operator reads which option it is', async (message, names, said) => {
  const error = Object.assign(new Error(message), { code: 'ECONNREFUSED' })
  await expect(namedByOption(Promise.reject(error), names)).rejects.toMatchObject({
    message: said,
    code: 'ECONNREFUSED',
  })
})

test('what resolves is passed on', async () => {
  expect(await namedByOption(Promise.resolve('the store'), POSTGRES_NAMES)).toBe('the store')
})
