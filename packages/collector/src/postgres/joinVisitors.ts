import type { SignIn } from '../store/tombstones.ts'
import { changeTombstones } from './changeTombstones.ts'
import type { Needs } from './needs.ts'

/**
 * The events of the visitors are about the persons, too. Those that are stored already are deleted by passing over all events again.
 *
 * @param signIns - of people whose data were deleted, as digests
 */
export async function joinVisitors(signIns: readonly SignIn[], needs: Needs): Promise<void> {
  const { schema } = needs.settings
  await changeTombstones(needs, {
    async before(client) {
      // Locked before the table of events, as by the job that deletes.
      await client.query(
        `select from ${schema}.erasures where number in (
           select erasure from ${schema}.tombstones where digest = any(select decode(unnest($1::text[]), 'hex')))
         order by number for update`,
        [signIns.map(({ person }) => person)],
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
        [signIns.map(({ person }) => person), signIns.map(({ visitor }) => visitor)],
      )
    },
  })
}
