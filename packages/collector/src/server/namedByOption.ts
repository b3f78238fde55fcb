import { argumentOf, type OptionName } from './options/options.ts'

/** The setting of a store or of a stream, and the option that sets it. */
type Names = Readonly<Record<string, OptionName>>

/** Resolves as `work` does. An error about a setting, which only code has written, says which option it is. */
export async function namedByOption<Result>(work: Promise<Result>, names: Names): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error)
      error.message = error.message.replace(/^The setting "([\w.]+)"/, (said, setting: string) => {
        const name = Object.hasOwn(names, setting) ? names[setting] : undefined
        return name === undefined ? said : `The option ${argumentOf(name)}`
      })
    throw error
  }
}

/** Of PostgreSQL, as `--store` names it. */
export const POSTGRES_NAMES = { url: 'store' } as const satisfies Names

/** Of Kafka, whose address is in this option. */
export const kafkaNames = (address: OptionName): Names => ({
  ...{ brokers: address, topic: address, ssl: 'kafkaTls', sasl: 'kafkaMechanism' },
  ...{ clean: 'clean', transactionalId: 'transactionalId', name: 'kafkaName', url: 'store' },
})
