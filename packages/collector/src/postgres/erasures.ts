import type { EraseOptions, Erasure, EventCopy, Subject } from '../store/store.ts'
import { subjectText } from '../store/tombstones.ts'
import { changeTombstones } from './changeTombstones.ts'
import type { Needs } from './needs.ts'
import { visitorsOf } from './readEvents.ts'
import { limitSeconds } from './seconds.ts'
import { readState } from './tombstones.ts'

interface ErasureRow {
  readonly id: string
  readonly kind: Subject['kind']
  readonly before: string
  readonly status: Erasure['status']
  readonly deleted: string
  readonly visitors: string
  readonly keeps_consents: boolean
}

const COLUMNS = 'id, kind, extract(epoch from before) * 1000 as before, status, deleted, keeps_consents'

const erasureIn = ({ id, kind, before, status, deleted, visitors, ...row }: ErasureRow): Erasure => ({
  ...{ id, kind, status },
  before: Number(before),
  deleted: Number(deleted),
  visitors: Number(visitors),
  ...(row.keeps_consents && { keepsConsents: true }),
})

/** Orders that the events are deleted. As soon as this resolves, none is stored any more by any collector. */
export function orderErasure(
  subject: Subject,
  { before = Date.now(), keepsConsents = false }: EraseOptions & { readonly before?: number | undefined },
  needs: Needs,
): Promise<Erasure> {
  const { schema } = needs.settings
  return changeTombstones(needs, {
    async change(client) {
      const { rows } = await client.query<Omit<ErasureRow, 'visitors'> & { number: string }>(
        `insert into ${schema}.erasures (kind, before, keeps_consents) values ($1, to_timestamp($2::float8), $3)
         returning number, ${COLUMNS}`,
        [subject.kind, limitSeconds(before), keepsConsents],
      )
      const [row] = rows
      if (row === undefined) throw new Error('The order was not stored.')
      const { rowCount } = await client.query(
        `insert into ${schema}.tombstones (erasure, digest, subject)
         select $1::bigint, ${schema}.digest_of(salt, subject), subject from ${schema}.state, (
           select $2::text as subject
           union select 'anonymous' || chr(31) || visitor from (${visitorsOf(schema, '$3::text')}) as visitors
         ) as subjects`,
        [row.number, subjectText(subject), subject.kind === 'person' ? subject.id : null],
      )
      return erasureIn({ ...row, visitors: String((rowCount ?? 0) - 1) })
    },
  })
}

/** Of these copies, the ids of those that were deleted here, or are about somebody who was. */
export async function readErased(copies: readonly EventCopy[], needs: Needs): Promise<readonly string[]> {
  const { pools, settings } = needs
  // Another collector may have got an order since: what is known here is not asked.
  const { isErasedCopy } = await readState(needs)
  const others = copies.filter((copy) => !isErasedCopy(copy))
  const { rows } = await pools.others.query<{ id: string }>(
    `select id::text from ${settings.schema}.erased_events where id = any($1::uuid[])`,
    [others.map(({ id }) => id)],
  )
  return [...copies.filter(isErasedCopy), ...rows].map(({ id }) => id)
}

/** The newest first: all, or those that are running. */
export async function readErasures(
  { pools, settings: { schema } }: Needs,
  status?: Erasure['status'],
): Promise<readonly Erasure[]> {
  const { rows } = await pools.others.query<ErasureRow>(
    // Without the tombstone of the person.
    `select ${COLUMNS}, (select count(*) - 1 from ${schema}.tombstones where erasure = number) as visitors
     from ${schema}.erasures where status = coalesce($1, status) order by number desc`,
    [status ?? null],
  )
  return rows.map(erasureIn)
}
