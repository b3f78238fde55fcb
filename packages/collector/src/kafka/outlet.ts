import { createBell } from '../store/bell.ts'
import type { EventReader, EventSink } from '../store/store.ts'
import { loadKafka } from './loadKafka.ts'
import { outletSession, type OutletState } from './outletSession.ts'
import { type KafkaOptions, readOptions } from './readOptions.ts'
import { reasonOf } from './reasonOf.ts'
import { readTopic, WrongSetting } from './readTopic.ts'
import { supervise } from './supervise.ts'
import { topicWarnings } from './topicWarnings.ts'
import { within } from './within.ts'

export interface KafkaOutletOptions extends KafkaOptions {
  /** What is read: any store. An event is written however late it is, as long as the store has it when its turn comes. */
  readonly store: Pick<EventReader, 'after'> & Pick<EventSink, 'name'>
  /**
   * The name of the transactions, and of the consumer group that keeps the position. Outlets of the same name have the same store, and one of
   * them writes: stores of their own need names of their own. Made of the names of the topic and of the kind of store when left out.
   */
  readonly name?: string
  /** How often the store is asked for new events, in milliseconds: 1,000 by default. */
  readonly everyMs?: number
  /** How long nothing must be heard of the outlet that writes before another one of its name does, in milliseconds: 30,000 by default. */
  readonly takeOverMs?: number
}

export interface KafkaOutlet {
  /** Resolves when the topic has all events that the store has now. Not while another outlet of the same name writes. */
  written(): Promise<void>
  /** How long ago the first event arrived that the topic does not have, in milliseconds. 0 when it has all. */
  behindMs(): Promise<number>
  /** Resolves within some seconds, whatever the brokers do. What the topic does not have then is written after the next start. */
  stop(): Promise<void>
}

/** How long a start waits for the brokers, and a stop for what is being written. */
const START_MS = 2_000
const STOP_MS = 3_000

/**
 * Writes the events of a store to a topic of Kafka, in the order of arrival, at its own pace: the store acknowledges, and brokers that are
 * away hold up nothing. What they have missed is written when they are back, as long as the store has it. Records are those of `kafkaSink`,
 * without `destination`, `engine` and `clockAheadMs`, and without what batches tell about pages.
 *
 * The topic has each event at least once. Records and the position in the store are written in one transaction of an idempotent producer:
 * who reads with `isolation.level=read_committed` gets each event once, in the order of arrival within a partition. There are copies if the
 * position is lost: it is kept in the consumer group `name`, and the brokers forget it `offsets.retention.minutes` (7 days by default) after
 * the last outlet has ended. Then all that the store has is written again. An event that is larger than `max.message.bytes` is left out.
 *
 * Of several outlets of the same name, as in several collectors with one database, one writes. Deleting somebody's data from the store does
 * not delete them from the topic. Needs the package `@platformatic/kafka` 2, and Node 22.22 or 24.6.
 *
 * @throws an error with one sentence if a setting is wrong, or if the brokers say that there is no such topic or login
 */
export async function kafkaOutlet(options: KafkaOutletOptions): Promise<KafkaOutlet> {
  const { store, everyMs = 1_000, takeOverMs = 30_000 } = options
  const kafka = await loadKafka()
  const settings = readOptions(options)
  const { log, topic } = settings
  const { name = `telltale-outlet-${store.name.toLowerCase()}-${topic}` } = options
  const found = await within(START_MS, readTopic(kafka, settings, topic)).catch((error: unknown) => {
    if (error instanceof WrongSetting) throw error
    return undefined
  })
  // For how long its readers need the records is for them to say: the store has the events.
  if (found) for (const warning of topicWarnings({ ...found, retentionMs: Infinity })) log('warn', warning)

  const startedAt = Date.now()
  const bell = createBell()
  const state: OutletState = {
    ...{ owner: crypto.randomUUID(), hasBegun: false, isOutdone: false, waiters: [] },
    cut: async () => undefined,
  }
  const stopping = new AbortController()
  const running = supervise(outletSession({ kafka, settings, store, name, bell, everyMs, takeOverMs }, state), {
    log: (level, _, fields) => void tell(level, fields),
    finalOf: () => undefined,
  })

  async function behindMs(): Promise<number> {
    if (!state.position) return Date.now() - startedAt
    const [next] = await store.after(state.position.cursor, 1)
    return next ? Math.max(0, Date.now() - next.receivedAt) : 0
  }

  async function tell(level: 'info' | 'warn' | 'error', fields: object = {}): Promise<void> {
    const behind = await behindMs()
      .then((ms) => ({ behindSeconds: Math.round(ms / 1000) }))
      .catch(() => ({}))
    log(level, 'Events could not be written to Kafka. They stay in the store, and are tried again.', {
      ...{ ...fields, ...behind },
    })
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const ended = running.stop()
    await within(STOP_MS, ended).catch(() => undefined)
    await within(STOP_MS, state.cut()).catch(() => undefined)
    await within(STOP_MS, ended).catch((error: unknown) =>
      log('warn', 'The outlet to Kafka was cut off.', { reason: reasonOf(error) }),
    )
  }

  let stopped: Promise<void> | undefined
  return {
    behindMs,
    written: () =>
      new Promise((resolve, reject) => {
        const fail = () => reject(new Error('The outlet has stopped.'))
        if (stopping.signal.aborted) return fail()
        stopping.signal.addEventListener('abort', fail)
        const done = () => {
          stopping.signal.removeEventListener('abort', fail)
          resolve()
        }
        state.waiters = [...state.waiters, done]
        bell.ring()
      }),
    stop: () => (stopped ??= stop()),
  }
}
