import type { Needs } from './needs.ts'
import { changeTombstones } from './changeTombstones.ts'

/** A person whose data were deleted, and a visitor who turns out to be the person, as digests. */
export interface Join {
  readonly person: string
  readonly visitor: string
}

/** The events of the visitors are about the persons, too. Those that are stored already are deleted by passing over all events again. */
export async function joinVisitors(joins: readonly Join[], needs: Needs): Promise<void> {
  const { schema } = needs.settings
  await changeTombstones(needs, {
    async before(client) {
      // Locked before the table of events, as by the job that deletes.
      await client.query(
        `select from ${schema}.erasures where number in (
           select erasure from ${schema}.tombstones where digest = any(select decode(unnest($1::text[]), 'hex')))
         order by number for update`,
        [joins.map(({ person }) => person)],
      )
    },
    async change(client) {
      await client.query(
        `with joined as (
           insert into ${schema}.tombstones (erasure, digest)
           select erasure, decode(visitor, 'hex')
           from unnest($1::text[], $2::text[]) as given (person, visitor)
           join ${schema}.tombstones on digest = decode(person, 'hex')
           on conflict do nothing
           returning erasure
         )
         update ${schema}.erasures set status = 'running', passed_id = null where number in (select erasure from joined)`,
        [joins.map(({ person }) => person), joins.map(({ visitor }) => visitor)],
      )
    },
  })
}
