import { namedByOption, POSTGRES_NAMES } from '../namedByOption.ts'
import { daysOf, keptText } from './keptText.ts'
import { daysIn, type StoreKind } from './storeKind.ts'

export const postgresStore: StoreKind = {
  title: 'PostgreSQL',
  async sink({ store: url, schema, lanes, ...choice }, log) {
    const code = await import('../../postgres.ts')
    return named(code.postgresStore({ url, schema, lanes, log, ...daysIn(choice) }))
  },
  async reader({ store: url, schema }) {
    const { postgresReader } = await import('../../postgres.ts')
    return named(postgresReader({ url, schema }))
  },
  async retentionDays({ store: url, schema }) {
    const { postgresRetention } = await import('../../postgres.ts')
    return (await named(postgresRetention({ url, schema }))).retentionDays
  },
  async retention({ store: url, schema }, { maxBytes, ...change }) {
    if (maxBytes !== undefined) throw new Error('PostgreSQL has no --max-bytes. Set --days.')
    const { changePostgresRetention, postgresRetention } = await import('../../postgres.ts')
    await named(changePostgresRetention({ url, schema }, daysOf(change)))
    return keptText(await named(postgresRetention({ url, schema })))
  },
  async target({ store: url, schema }, retentionDays) {
    const { postgresRetention, takePostgresOrders, ...code } = await import('../../postgres.ts')
    const place = { url, schema }
    const options = { ...place, ...(retentionDays !== undefined && { retentionDays }) }
    return {
      takeOrders: (orders) => named(takePostgresOrders(options, orders)),
      open: () => named(code.postgresStore(options)),
      retentionDays: async () => (await postgresRetention(place)).retentionDays,
    }
  },
}

const named = <Result>(work: Promise<Result>) => namedByOption(work, POSTGRES_NAMES)
