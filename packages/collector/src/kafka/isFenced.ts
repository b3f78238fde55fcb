import type { Kafka } from './loadKafka.ts'

/** What a broker says to one whose transactional id a newer one has, or whose transaction has taken too long. */
const FENCED = ['PRODUCER_FENCED', 'INVALID_PRODUCER_EPOCH']

export const isFenced = (kafka: Kafka, error: unknown): boolean =>
  FENCED.some((id) => error instanceof Error && kafka.findErrorBy(error, 'apiId', id) !== null)
