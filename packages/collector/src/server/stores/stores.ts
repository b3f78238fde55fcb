import type { Log } from '../../collectorOptions.ts'
import { fileStore } from './fileStore.ts'
import { kafkaStore } from './kafkaStore.ts'
import { postgresStore } from './postgresStore.ts'
import { schemeOf } from './schemeOf.ts'
import type { OptionValues } from '../options/options.ts'
import type { ImportTarget, OpenedReader, StoreChoice, StoreKind, StorePlace } from './storeKind.ts'

/** The stores, by the scheme of `--store`. The code of one is loaded when it is opened. */
const STORES: ReadonlyMap<string, StoreKind> = new Map([
  ['file', fileStore],
  ['postgres', postgresStore],
  ['kafka', kafkaStore],
])

/** The kind of this store, if it is a known one. */
export const kindOf = (store: string): StoreKind | undefined => STORES.get(schemeOf(store))

/** Opens what `--store` names to take events. */
export async function openSink(choice: StoreChoice, log: Log): ReturnType<StoreKind['sink']> {
  const { store } = choice
  if (/^postgres(ql)?:(?!\/\/)/i.test(store)) throw new Error('An address of PostgreSQL must be like postgres://….')
  // An address of Kafka without slashes is wrong in a way of its own.
  const kind = /^kafka:/i.test(store) ? kafkaStore : kindOf(store)
  if (kind) return kind.sink(choice, log)
  throw new Error(
    `The collector has no store for ${schemeOf(store)}://. Set --store to a path of a file, to postgres://…, or to kafka://….`,
  )
}

/** Opens what `--store` names for reading. It is not changed: no table is made, and nothing is deleted. */
export async function openReader(place: StorePlace): Promise<OpenedReader> {
  const reader = kindOf(place.store)?.reader
  if (reader) return reader(place)
  throw new Error(`Nothing can be read from ${schemeOf(place.store)}://. Set --store to a file or to postgres://….`)
}

/** For how many days a store keeps events. */
export async function retentionDaysOf(place: StorePlace): Promise<number> {
  return (await kindOf(place.store)?.retentionDays?.(place)) ?? Infinity
}

/**
 * A store that gets the events of another one.
 *
 * @param sourceDays - for how many days the source keeps events: the target keeps them for at least as long, if nothing else is said
 */
export async function openTarget(choice: TargetChoice, sourceDays = Infinity): Promise<ImportTarget> {
  const target = kindOf(choice.store)?.target
  if (target) return target(choice, choice.retentionDays ?? (Number.isFinite(sourceDays) ? sourceDays : undefined))
  throw new Error(
    `Events cannot be imported into ${schemeOf(choice.store)}://. Set --store to a file of SQLite or to postgres://…. A collector with --kafka writes the events of its store to a topic.`,
  )
}

type TargetChoice = StorePlace & OptionValues<'retentionDays' | 'maxBytes'>
