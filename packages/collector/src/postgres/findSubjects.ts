import type { Needs } from './needs.ts'
import { inTransaction } from './openPools.ts'

/**
 * Finds out whom the tombstones of an older collector are about, by the digests of everybody about whom there are events. Those about whom
 * there are none are done: nothing about them is stored any more.
 */
export async function findSubjects({ pools, settings: { schema } }: Needs): Promise<void> {
  const { rows: tombstones } = await pools.others.query<{ digest: string }>(
    `select encode(digest, 'hex') as digest from ${schema}.tombstones where not is_done and subject is null`,
  )
  const digests = tombstones.map(({ digest }) => digest)
  // Without a lock: it may take minutes.
  const { rows: found } = await pools.scans.query<{ subject: string }>(
    `select subject from (
       select 'person' || chr(31) || person as subject from ${schema}.event where person is not null
       union select 'person' || chr(31) || impersonator from ${schema}.event where impersonator is not null
       union select 'visitor' || chr(31) || visitor from ${schema}.event where visitor is not null
       union select 'anonymous' || chr(31) || visitor from ${schema}.event where visitor is not null and person is null
       union select 'account' || chr(31) || account from ${schema}.event, unnest(accounts) as account
     ) as subjects, ${schema}.state
     where ${schema}.digest_of(salt, subject) in (select decode(digest, 'hex') from unnest($1::text[]) as given (digest))`,
    [digests],
  )
  await inTransaction(pools.others, async (client) => {
    // Locked first, as by others who change tombstones.
    await client.query(
      `select from ${schema}.erasures where number in (select erasure from ${schema}.tombstones where not is_done and subject is null)
       order by number for update`,
    )
    await client.query(
      `update ${schema}.tombstones set subject = found.subject from unnest($1::text[]) as found (subject), ${schema}.state
       where digest = ${schema}.digest_of(salt, found.subject) and not is_done and tombstones.subject is null`,
      [found.map(({ subject }) => subject)],
    )
    await client.query(
      `update ${schema}.tombstones set is_done = true
       where not is_done and subject is null and digest in (select decode(digest, 'hex') from unnest($1::text[]) as given (digest))`,
      [digests],
    )
    await client.query(
      `update ${schema}.erasures set status = 'done' where status = 'running'
         and not exists (select from ${schema}.tombstones where erasure = number and not is_done)`,
    )
  })
}
