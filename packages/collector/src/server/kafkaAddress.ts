/** The brokers and the topic in an address such as `kafka://one:9092,two:9092/telltale-raw`. */
export interface KafkaAddress {
  readonly brokers: readonly string[]
  /** As the address names it. */
  readonly topic?: string
}

const ADDRESS = /^kafka:\/\/([^/?#@]+)(?:\/([\w.-]+)?)?$/i

/** @throws a sentence, without the address, in which somebody may have put a password */
export function kafkaAddress(text: string): KafkaAddress {
  const [, brokers = '', topic] = ADDRESS.exec(text) ?? []
  if (brokers === '')
    throw new Error('An address of Kafka must be like kafka://one:9092,two:9092/topic, without a user and a password.')
  return { brokers: brokers.split(','), ...(topic !== undefined && { topic }) }
}
