import type { Log } from '../../collectorOptions.ts'
import type { ColumnReader } from '../../store/eventColumns.ts'
import type { Orders } from '../../store/orders.ts'
import type { EventReader, EventSink, EventStore, PageNumbers } from '../../store/store.ts'
import type { OptionValues } from '../options/options.ts'
import type { Part } from '../options/optionSpec.ts'
import type { KAFKA_LOGIN_NAMES } from '../kafkaConnection.ts'

/** For how long events are kept, as far as an option says so. */
export interface ChosenDays {
  readonly retentionDays?: number | undefined
  readonly consentRetentionDays?: number | undefined
}

export const daysIn = ({ retentionDays, consentRetentionDays }: ChosenDays) => ({
  ...(retentionDays !== undefined && { retentionDays }),
  ...(consentRetentionDays !== undefined && { consentRetentionDays }),
})

/** What chooses a store. */
export type StoreChoice = OptionValues<
  | 'store'
  | 'retentionDays'
  | 'consentRetentionDays'
  | 'maxBytes'
  | 'schema'
  | 'lanes'
  | (typeof KAFKA_LOGIN_NAMES)[number]
>

/** Where a store is. */
export type StorePlace = OptionValues<'store' | 'schema'>

/** What is known about a store beside its events. */
export interface StoreFacts {
  orders(): Promise<Orders>
  numbers(): Promise<readonly PageNumbers[]>
}

export type OpenedReader = EventReader & Required<ColumnReader> & StoreFacts & { close(): Promise<void> }

/** How long events are kept: bytes are of a file. 0 days of decisions about consent, or bytes, are no limit. */
export interface RetentionChange {
  readonly days?: number
  readonly consentDays?: number
  readonly maxBytes?: number
}

/** A store that gets the events of another one. */
export interface ImportTarget {
  takeOrders(orders: Orders): Promise<number>
  open(): Promise<EventStore>
  /** For how many days it keeps events. */
  retentionDays(): Promise<number>
}

/** What the commands can do with one kind of store. What is not there, it cannot do. */
export interface StoreKind {
  /** As the documentation calls it. */
  readonly title: Part
  /** Opens it to take events. Makes it if there is none. A stream can do nothing else. */
  sink(choice: StoreChoice, log: Log): Promise<EventSink & Partial<EventStore>>
  /** Opens it for reading. It is not changed: no table is made, and nothing is deleted. */
  reader?(place: StorePlace): Promise<OpenedReader>
  /** Resolves with for how many days it keeps events. */
  retentionDays?(place: StorePlace): Promise<number>
  /** Changes for how long it keeps events, if there is a change. Resolves with sentences that say what holds now. */
  retention?(place: StorePlace, change: RetentionChange): Promise<string>
  /** @param retentionDays - for how many days it keeps events at least */
  target?(choice: StorePlace & OptionValues<'maxBytes'>, retentionDays: number | undefined): Promise<ImportTarget>
}
