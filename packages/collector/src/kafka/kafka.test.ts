import type { RecordsBatch } from '@platformatic/kafka'
import { expect, it } from 'vitest'
import { createKnownIds } from './knownIds.ts'
import { loadKafka } from './loadKafka.ts'
import { committed } from './openReader.ts'
import { roundsOf } from './rounds.ts'

it('says in one sentence which Node it needs', async () => {
  for (const node of ['20.20.2', '22.21.9', '23.11.0', '24.5.9'])
    await expect(loadKafka(node)).rejects.toThrow(
      `Kafka needs Node 22.22 or newer, or 24.6 or newer: this is Node ${node}.`,
    )
})

it('divides records so that those of a partition fit into a batch, in their order', () => {
  const placed = [
    [0, 4],
    [1, 9],
    [0, 6],
    [0, 1],
    [1, 2],
    [0, 9],
  ].map(([partition = 0, bytes = 0], record) => ({ record, partition, bytes }))
  const rounds = roundsOf(placed, 10).map((round) => round.map(({ record }) => record))
  expect(rounds).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
  expect(roundsOf([], 10)).toEqual([])
})

/** A batch of two records, or the mark at the end of a transaction. */
function batch(firstOffset: number, producerId: number, kind: 'plain' | 'in a transaction' | 'mark'): RecordsBatch {
  const attributes = { plain: 0, 'in a transaction': 16, mark: 48 }[kind]
  return {
    ...{ firstOffset: BigInt(firstOffset), producerId: BigInt(producerId), attributes },
    ...{ lastOffsetDelta: kind === 'mark' ? 0 : 1, length: 0, partitionLeaderEpoch: 0, magic: 2, crc: 0 },
    ...{ firstTimestamp: 0n, maxTimestamp: 0n, producerEpoch: 0, firstSequence: 0, records: [] },
  }
}

it('leaves out what was aborted, also without its mark, and nothing else', () => {
  const batches = [
    batch(0, -1, 'plain'),
    batch(2, 7, 'in a transaction'),
    batch(4, 8, 'in a transaction'),
    batch(6, 7, 'mark'),
    batch(7, 7, 'in a transaction'),
    batch(9, 7, 'mark'),
    batch(10, 7, 'in a transaction'),
    batch(12, 8, 'mark'),
  ]
  const aborted = [
    { producerId: 7n, firstOffset: 10n },
    { producerId: 7n, firstOffset: 2n },
  ]
  expect(committed(batches, aborted).map(({ firstOffset }) => Number(firstOffset))).toEqual([0, 4, 7])
  expect(committed(batches, []).map(({ firstOffset }) => Number(firstOffset))).toEqual([0, 2, 4, 7, 10])
})

it('knows the ids of a window, whatever they look like', () => {
  const known = createKnownIds()
  const day = 86_400_000
  const ids = ['0190a0b0-0000-7000-8000-000000000001', 'event-1', '0190a0b0-0000-7000-8000-000000000002']
  ids.forEach((id, index) => known.add(id, index * day))
  expect(ids.map(known.has)).toEqual([true, true, true])
  known.forgetBefore(day + 1)
  expect(ids.map(known.has)).toEqual([false, true, true])
})
