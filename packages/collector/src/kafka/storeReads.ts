import type { ClientBase } from 'pg'
import { insertGroup } from '../postgres/insertGroup.ts'
import type { Needs } from '../postgres/needs.ts'
import { sqlStateOf } from '../postgres/openPools.ts'
import type { Tombstones } from '../postgres/tombstones.ts'
import { GUILTY, MAX_TRIES, OUTDONE } from '../postgres/writeGroup.ts'
import type { Batch, IncomingEvent, PageNote } from '../store/store.ts'
import { moveOffsets, type Moves } from './offsets.ts'
import type { Read } from './openReader.ts'
import { type Content, type Facts, readRecord } from './readRecord.ts'

/** What storing needs. */
export interface StoreNeeds extends Needs {
  readonly tombstones: Tombstones
  readonly topic: string
  /** The next offset of each partition, which is moved on here. */
  readonly positions: bigint[]
  /** What was stored is added here. */
  readonly counts: Record<'read' | 'stored' | 'refused', number>
}

/** One record, or records that are not for anybody, and the offset after it. */
interface Step {
  readonly partition: number
  readonly next: bigint
  readonly content?: Content
  /** It is a record without a meaning here. */
  readonly isLeftOut?: boolean
  readonly length: number
}

/** Records, and characters of their values, of one transaction. */
const MAX_RECORDS = 2_000
const MAX_LENGTH = 4_000_000

/** Stores what was read, and how far it was read, in the same transactions. */
export async function storeReads(reads: readonly Read[], needs: StoreNeeds): Promise<void> {
  let group: Step[] = []
  let length = 0
  for (const step of reads.flatMap((read) => stepsOf(read, needs))) {
    if (group.length > 0 && (group.length === MAX_RECORDS || length + step.length > MAX_LENGTH)) {
      await storeSteps(group, needs)
      group = []
      length = 0
    }
    group.push(step)
    length += step.length
  }
  if (group.length > 0) await storeSteps(group, needs)
}

function stepsOf({ partition, records, next }: Read, { settings, topic }: StoreNeeds): readonly Step[] {
  const steps: Step[] = records.map((record) => {
    const content = readRecord(record)
    if (content === undefined)
      settings.log('warn', 'A record is not one of the collector, and was left out.', {
        ...{ topic, partition, offset: String(record.offset) },
      })
    return {
      partition,
      next: record.offset + 1n,
      length: record.value?.length ?? 0,
      ...(content ? { content } : { isLeftOut: true }),
    }
  })
  return (steps.at(-1)?.next ?? 0n) < next ? [...steps, { partition, next, length: 0 }] : steps
}

/** A record that the server does not take is found by halves, so that the others are stored. */
async function storeSteps(steps: readonly Step[], needs: StoreNeeds): Promise<void> {
  try {
    await storeAgain(steps, needs)
  } catch (error) {
    if (!GUILTY.test(sqlStateOf(error) ?? '')) throw error
    const [step] = steps
    if (steps.length > 1) {
      const middle = steps.length >> 1
      await storeSteps(steps.slice(0, middle), needs)
      await storeSteps(steps.slice(middle), needs)
    } else if (step) {
      const { partition, next, length } = step
      needs.settings.log('warn', 'PostgreSQL does not take a record, which was left out.', {
        ...{ topic: needs.topic, partition, offset: String(next - 1n) },
        reason: needs.settings.withoutSecrets((error as Error).message),
      })
      await storeAgain([{ partition, next, length, isLeftOut: true }], needs)
    }
  }
}

async function storeAgain(steps: readonly Step[], needs: StoreNeeds): Promise<void> {
  const { topic, positions, settings, counts } = needs
  const ends = new Map(steps.map(({ partition, next }) => [partition, next]))
  const moves: Moves = new Map(
    [...ends].map(([partition, to]) => [partition, { from: positions[partition] ?? 0n, to }]),
  )
  const batches = batchesOf(steps)
  for (let tries = 1; ; tries += 1) {
    try {
      const move = (client: ClientBase) => moveOffsets(client, moves, { topic, schema: settings.schema })
      const outcomes = await insertGroup(batches, needs, move)
      for (const [partition, next] of ends) positions[partition] = next
      counts.read += steps.filter(({ content, isLeftOut = false }) => content !== undefined || isLeftOut).length
      counts.stored += outcomes.flat().filter((outcome) => outcome === 'new').length
      counts.refused += steps.filter(({ isLeftOut = false }) => isLeftOut).length
      return
    } catch (error) {
      if (tries === MAX_TRIES || !OUTDONE.has(sqlStateOf(error) ?? '')) throw error
    }
  }
}

/** The events of one batch are beside each other in the topic, and are one batch again. */
function batchesOf(steps: readonly Step[]): readonly Batch[] {
  const batches = new Map<string, Facts & { readonly events: IncomingEvent[]; readonly pages: PageNote[] }>()
  for (const { content } of steps) {
    if (!content) continue
    const key = JSON.stringify(content.facts)
    const batch = batches.get(key) ?? { ...content.facts, events: [], pages: [] }
    batches.set(key, batch)
    if (content.type === 'event') batch.events.push(content.event)
    else batch.pages.push(content.note)
  }
  return [...batches.values()]
}
