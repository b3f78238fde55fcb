import { expect, test } from 'vitest'
import { kafkaAddress } from './kafkaAddress.ts'

test.each([
  ['kafka://one:9092', { brokers: ['one:9092'] }],
  ['kafka://one:9092/', { brokers: ['one:9092'] }],
  ['KAFKA://one:9092,two:9093/events.raw-1', { brokers: ['one:9092', 'two:9093'], topic: 'events.raw-1' }],
])('%s', (text, expected) => {
  expect(kafkaAddress(text)).toEqual(expected)
})

test.each([
  'kafka://',
  'kafka:///topic',
  'kafka://me:SECRET@one:9092/topic',
  'kafka://one/a/b',
  'kafka://one?x=SECRET',
])('%s is refused, and not quoted', (text) => {
  expect(() => kafkaAddress(text)).toThrow(/^An address of Kafka must be like(?!.*SECRET)/)
})
