import { kafkaAddress } from '../kafkaAddress.ts'
import { kafkaConnection } from '../kafkaConnection.ts'
import { kafkaNames, namedByOption } from '../namedByOption.ts'
import type { StoreKind } from './storeKind.ts'

export const kafkaStore: StoreKind = {
  title: 'Kafka',
  async sink(choice, log) {
    const address = kafkaAddress(choice.store)
    const connection = await kafkaConnection(choice)
    const { kafkaSink } = await import('../../kafka.ts')
    return namedByOption(kafkaSink({ ...address, ...connection, log }), kafkaNames('store'))
  },
}
