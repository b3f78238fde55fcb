import { namedByOption, POSTGRES_NAMES } from '../namedByOption.ts'
import { daysText } from './fileStore.ts'
import type { StoreKind } from './storeKind.ts'

export const postgresStore: StoreKind = {
  title: 'PostgreSQL',
  async sink({ store: url, schema, lanes, retentionDays }, log) {
    const code = await import('../../postgres.ts')
    return named(code.postgresStore({ url, schema, lanes, log, ...(retentionDays !== undefined && { retentionDays }) }))
  },
  async reader({ store: url, schema }) {
    const { postgresReader } = await import('../../postgres.ts')
    return named(postgresReader({ url, schema }))
  },
  async retentionDays({ store: url, schema }) {
    const { postgresRetention } = await import('../../postgres.ts')
    return named(postgresRetention({ url, schema }))
  },
  async retention({ store: url, schema }, { days, maxBytes }) {
    if (maxBytes !== undefined) throw new Error('PostgreSQL has no --max-bytes. Set --days.')
    const { changePostgresRetention, postgresRetention } = await import('../../postgres.ts')
    if (days !== undefined) await named(changePostgresRetention({ url, schema }, days))
    return `Events are kept for ${daysText(await named(postgresRetention({ url, schema })))}.`
  },
  async target({ store: url, schema }, retentionDays) {
    const { postgresRetention, takePostgresOrders, ...code } = await import('../../postgres.ts')
    const place = { url, schema }
    const options = { ...place, ...(retentionDays !== undefined && { retentionDays }) }
    return {
      takeOrders: (orders) => named(takePostgresOrders(options, orders)),
      open: () => named(code.postgresStore(options)),
      retentionDays: () => postgresRetention(place),
    }
  },
}

const named = <Result>(work: Promise<Result>) => namedByOption(work, POSTGRES_NAMES)
