import { afterAll, beforeAll, expect, it } from 'vitest'
import { kafkaAddress } from '../server/kafkaAddress.ts'
import { kafkaSink } from '../kafka.ts'
import { batchOf, eventWith } from './batches.ts'
import { kafkaNode, type KafkaPlaces, startKafkaPlaces, whyNoKafka } from './kafkaPlaces.ts'

let places: KafkaPlaces
beforeAll(async () => {
  places = await startKafkaPlaces()
})
afterAll(() => places.stop())

it('names the events that a topic does not have, and no other', async () => {
  expect(whyNoKafka(kafkaNode(true))).toBeUndefined()
  expect(whyNoKafka(undefined)).toContain(process.version)
  const [one, other] = [await places.fresh(), await places.fresh()]
  const { brokers, topic = '' } = kafkaAddress(one.address)
  const sink = await kafkaSink({ brokers, topic })
  const events = [eventWith(), eventWith({ page: 'p', n: 1 })]
  await sink.append(batchOf(events))
  await sink.close()
  const ids = events.map(({ id }) => id)
  expect(await one.missingAmong?.(ids)).toEqual([])
  expect(await one.missingAmong?.([...ids, 'another'])).toEqual(['another'])
  expect(await other.missingAmong?.(ids)).toEqual(ids)
})
