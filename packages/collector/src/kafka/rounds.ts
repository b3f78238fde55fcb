/** A record with its place. */
export interface Placed<Record> {
  readonly record: Record
  readonly partition: number
  /** No more than this many bytes in a batch of the broker. */
  readonly bytes: number
}

/**
 * Divides records so that those of one partition fit into one batch of the broker, which refuses larger ones. The order within each
 * partition stays.
 */
export function roundsOf<Record>(
  all: readonly Placed<Record>[],
  maxBytes: number,
): readonly (readonly Placed<Record>[])[] {
  const rounds: Placed<Record>[][] = []
  const ends = new Map<number, { round: number; bytes: number }>()
  for (const one of all) {
    const end = ends.get(one.partition) ?? { round: 0, bytes: 0 }
    if (end.bytes > 0 && end.bytes + one.bytes > maxBytes) {
      end.round += 1
      end.bytes = 0
    }
    end.bytes += one.bytes
    ends.set(one.partition, end)
    const round = (rounds[end.round] ??= [])
    round.push(one)
  }
  return rounds
}
