import type { ClientBase } from 'pg'
import type { Needs } from '../postgres/needs.ts'
import type { Reader } from './openReader.ts'

/** Another process stores the same topic. */
export class AnotherWorks extends Error {
  override readonly name = 'AnotherWorks'
}

/** How far the partitions of a topic are stored. Those that are new begin with the first record that is there. */
export async function readOffsets(
  topic: string,
  reader: Reader,
  { pools, settings: { schema, log } }: Needs,
): Promise<bigint[]> {
  const [first, next] = await Promise.all([reader.offsets('first'), reader.offsets('next')])
  await pools.others.query(
    `insert into ${schema}.sink_offsets (topic, part, next)
     select $1, part - 1, next from unnest($2::bigint[]) with ordinality as given (next, part) on conflict do nothing`,
    [topic, first.map(String)],
  )
  const { rows } = await pools.others.query<{ part: number; next: string }>(
    `select part, next from ${schema}.sink_offsets where topic = $1 and part < $2`,
    [topic, first.length],
  )
  const positions = [...first]
  for (const row of rows) positions[row.part] = BigInt(row.next)
  for (const [part, position] of positions.entries()) {
    if (position > (next[part] ?? 0n))
      throw new AnotherWorks(
        `The partition ${part} of ${topic} ends before what was stored of it: the topic was made anew. Delete its rows in ${schema}.sink_offsets.`,
      )
    const [oldest = 0n] = [first[part]]
    if (position >= oldest) continue
    log('error', 'Records were deleted by the retention of the topic before they were stored.', {
      ...{ topic, partition: part, records: Number(oldest - position) },
    })
    await pools.others.query(
      `update ${schema}.sink_offsets set next = $3 where topic = $1 and part = $2 and next = $4`,
      [topic, part, String(oldest), String(position)],
    )
    positions[part] = oldest
  }
  return positions
}

/** From where to where each partition is stored by a transaction. */
export type Moves = ReadonlyMap<number, { readonly from: bigint; readonly to: bigint }>

/** Writes in a transaction how far it has stored. @throws `AnotherWorks` if another one has stored from there */
export async function moveOffsets(
  client: ClientBase,
  moves: Moves,
  { topic, schema }: { topic: string; schema: string },
) {
  const { rowCount } = await client.query(
    `update ${schema}.sink_offsets as known set next = given.upto
     from unnest($2::int[], $3::bigint[], $4::bigint[]) as given (part, begun, upto)
     where topic = $1 and known.part = given.part and known.next = given.begun`,
    [
      topic,
      [...moves.keys()],
      [...moves.values()].map(({ from }) => String(from)),
      [...moves.values()].map(({ to }) => String(to)),
    ],
  )
  if (rowCount !== moves.size)
    throw new AnotherWorks(`Another consumer stores the topic ${topic} in the same tables. Only one may run.`)
}
