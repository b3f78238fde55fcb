import type { SignIn } from '../store/tombstones.ts'
import { changeTombstones } from './changeTombstones.ts'
import type { Needs } from './needs.ts'

/** A sign-in of somebody whose data were deleted, as digests, and the visitor in plain form. */
export interface KnownSignIn extends SignIn {
  readonly visitorId: string
}

/** The events of the visitors are about the persons, too. Those that are stored already are still to be deleted. */
export async function joinVisitors(signIns: readonly KnownSignIn[], needs: Needs): Promise<void> {
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
        // A collector of an older version looks at all events, and has to begin again.
        `with joined as (
           insert into ${schema}.tombstones (erasure, digest, subject)
           select erasure, decode(visitor, 'hex'), 'anonymous' || chr(31) || visitor_id
           from unnest($1::text[], $2::text[], $3::text[]) as given (person, visitor, visitor_id)
           join ${schema}.tombstones on digest = decode(person, 'hex')
           on conflict do nothing
           returning erasure
         )
         update ${schema}.erasures set status = 'running', passed_id = null where number in (select erasure from joined)`,
        [
          signIns.map(({ person }) => person),
          signIns.map(({ visitor }) => visitor),
          signIns.map(({ visitorId }) => visitorId),
        ],
      )
    },
  })
}
