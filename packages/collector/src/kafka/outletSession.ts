import { setTimeout } from 'node:timers/promises'
import type { Bell } from '../store/bell.ts'
import type { EventReader, StoredEvent } from '../store/store.ts'
import { isFenced } from './isFenced.ts'
import type { Kafka } from './loadKafka.ts'
import { createMessages, createPlacer } from './placeRecords.ts'
import { openPositions, type Position, type Positions, type Transaction } from './positions.ts'
import type { KafkaSettings } from './readOptions.ts'
import { readTopic, type Topic } from './readTopic.ts'
import { roundsOf } from './rounds.ts'
import { storedRecord } from './storedRecord.ts'

export interface OutletNeeds {
  readonly kafka: Kafka
  readonly settings: KafkaSettings
  readonly store: Pick<EventReader, 'after'>
  /** Of the transactions, and of the group that keeps the position. */
  readonly name: string
  readonly bell: Bell
  readonly everyMs: number
  readonly takeOverMs: number
}

/** What is known from one session to the next. */
export interface OutletState {
  /** Tells this outlet from others of its name. */
  readonly owner: string
  /** How far the topic has come, as soon as it is known. */
  position?: Position
  /** Whether another outlet of this name may be the one that writes. */
  hasBegun: boolean
  isOutdone: boolean
  /** Called when the topic has all that the store had when it was added. */
  waiters: readonly (() => void)[]
  /** Ends all connections at once. */
  cut: () => Promise<unknown>
}

/** Events that are read and written at once. */
const SLICE = 1_000

/**
 * `retryDelay` is short, because a transaction directly after another one is told to wait. `timeout` is that of a transaction, too: so long
 * may readers be held up by one that has died.
 */
const OPTIONS = { timeout: 10_000, connectTimeout: 2_000, requestTimeout: 10_000, retries: 50, retryDelay: 20 }

/** What is done until something fails. */
export const outletSession =
  (needs: OutletNeeds, state: OutletState) =>
  async (signal: AbortSignal, lives: () => void): Promise<void> => {
    const { kafka, settings, store, name, bell, everyMs, takeOverMs } = needs
    const topic = await readTopic(kafka, settings, settings.topic)
    const producer = new kafka.Producer({ ...settings.client, ...OPTIONS, idempotent: true, transactionalId: name })
    const positions = openPositions(kafka, settings, { name, producer })
    const close = () => Promise.allSettled([producer.close(true), positions.close()])
    state.cut = close
    try {
      await waitForTurn(positions, needs, { state, signal, lives })
      if (signal.aborted) return
      // See `dedupeSession`. What an older one has begun is not committed after this.
      const begin = () => producer.beginTransaction({ producerId: -1n, producerEpoch: -1 })
      let transaction = await begin()
      let position = await startIn(await positions.read(), needs, state)
      state.position = position
      state.hasBegun = true
      let nextBeat = -Infinity
      while (!signal.aborted) {
        const asked = state.waiters
        const events = await store.after(position.cursor, SLICE)
        if (signal.aborted) return
        if (events.length > 0 || performance.now() >= nextBeat) {
          const { offset } = { ...position, ...(await send(events, { transaction, topic, settings, kafka })) }
          position = { ...positionAfter(events, position), offset, beat: position.beat + 1 }
          await positions.write(position, transaction)
          await transaction.commit()
          state.position = position
          nextBeat = performance.now() + takeOverMs / 4
          transaction = await begin()
        }
        lives()
        if (events.length === SLICE) continue
        state.waiters = state.waiters.filter((waiter) => !asked.includes(waiter))
        for (const waiter of asked) waiter()
        await bell.wait(everyMs, signal)
      }
    } catch (error) {
      if (!isFenced(kafka, error)) throw error
      state.isOutdone = true
    } finally {
      await close()
    }
  }

/** Waits as long as another outlet of this name writes. One that has just started takes over at once. */
async function waitForTurn(
  positions: Positions,
  { settings, takeOverMs }: OutletNeeds,
  { state, signal, lives }: { readonly state: OutletState; readonly signal: AbortSignal; readonly lives: () => void },
): Promise<void> {
  let last = await positions.read()
  const isOfAnother = (position: Position | undefined) => position !== undefined && position.owner !== state.owner
  if (!state.isOutdone && !(state.hasBegun && isOfAnother(last))) return
  state.isOutdone = true
  let isTold = false
  for (let quietMs = 0; quietMs < takeOverMs && !signal.aborted;) {
    if (!isTold && isOfAnother(last))
      settings.log('info', 'Another collector writes the events to Kafka. This one waits until it ends.')
    isTold ||= isOfAnother(last)
    await setTimeout(takeOverMs / 4, undefined, { signal }).catch(() => undefined)
    const next = await positions.read()
    if (next) state.position = next
    const isQuiet = next?.owner === last?.owner && next?.beat === last?.beat
    quietMs = isQuiet ? quietMs + takeOverMs / 4 : 0
    last = next
    lives()
  }
  state.isOutdone = false
}

/** Where to go on. What is not known to be in the topic is written: a copy does less harm than a gap. */
async function startIn(
  known: Position | undefined,
  { store, settings }: OutletNeeds,
  { owner }: OutletState,
): Promise<Position> {
  const { offset = 0, beat = 0 } = known ?? {}
  if (known?.cursor === undefined) return { offset, owner, beat }
  const [last] = await store.after(known.before, 1)
  if (last?.cursor === known.cursor && last.id === known.id) return { ...known, owner }
  settings.log(
    'warn',
    'The store is not the one whose events are in Kafka, or no longer has the last of them. All of its events are written.',
  )
  return { offset, owner, beat }
}

function positionAfter(events: readonly StoredEvent[], position: Position): Position {
  const [last, before = position] = [events.at(-1), events.at(-2)]
  if (!last) return position
  const { offset, owner, beat } = position
  const place = { cursor: last.cursor, id: last.id, offset, owner, beat }
  return before.cursor === undefined ? place : { ...place, before: before.cursor }
}

interface SendNeeds {
  readonly transaction: Transaction
  readonly topic: Topic
  readonly settings: KafkaSettings
  readonly kafka: Kafka
}

/** Resolves with the offset after the last record of the first partition, if it has a new one. */
async function send(
  events: readonly StoredEvent[],
  { transaction, topic, settings, kafka }: SendNeeds,
): Promise<Pick<Position, 'offset'> | undefined> {
  const place = createPlacer(kafka, topic)
  const placed = events.flatMap((event) => {
    const one = place(storedRecord(event))
    if (one) return [one]
    settings.log(
      'error',
      `An event was left out: it is larger than max.message.bytes of the topic, ${topic.maxMessageBytes}.`,
      { id: event.id },
    )
    return []
  })
  const messageOf = createMessages(topic)
  let next: Pick<Position, 'offset'> | undefined
  for (const round of roundsOf(placed, topic.maxMessageBytes)) {
    const { offsets = [] } = await transaction.send({ messages: round.map(messageOf) })
    const first = offsets.find(({ partition }) => partition === 0)
    if (first) next = { offset: Number(first.offset) + round.filter(({ partition }) => partition === 0).length }
  }
  return next
}
