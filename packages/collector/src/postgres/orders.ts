import { type ErasedEvent, howToTake, type Order, type Orders } from '../store/orders.ts'
import { changeTombstones } from './changeTombstones.ts'
import { migrations } from './migrations.ts'
import { saltBytes as saltMigration } from './migrations/saltBytes.ts'
import type { Needs } from './needs.ts'
import { limitSeconds } from './seconds.ts'
import { isBytes, saltBytes, saltText } from './tombstones.ts'

/** Numbers that JSON does not have, such as `Infinity`, are texts. */
type OrderRow = Omit<Order, 'before'> & { readonly before: number | string }

export async function readOrders(needs: Needs): Promise<Orders> {
  const { pools, settings } = needs
  const { schema } = settings
  const { rows } = await pools.others.query<{ salt: string; orders: readonly OrderRow[] | null }>(
    `select salt, (select json_agg(json_build_object('id', id, 'kind', kind, 'before', extract(epoch from before) * 1000,
         'deleted', deleted, 'keepsConsents', keeps_consents, 'digests', (select json_agg(encode(digest, 'hex')) from ${schema}.tombstones where erasure = number))
         order by number) from ${schema}.erasures) as orders
     from ${schema}.state`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The table "state" is empty.')
  const orders = (row.orders ?? []).map((order) => ({ ...order, before: Number(order.before) }))
  return { salt: saltBytes(row.salt), orders, erasedEvents: readErasedEvents(needs) }
}

const SLICE = 5000

async function* readErasedEvents({ pools, settings: { schema } }: Needs): AsyncGenerator<readonly ErasedEvent[]> {
  for (let place = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await pools.others.query<ErasedEvent>(
      `select id, extract(epoch from erased_at)::float8 * 1000 as "erasedAt" from ${schema}.erased_events
       where id > $1 order by id limit ${SLICE}`,
      [place],
    )
    if (rows.length > 0) yield rows
    if (rows.length < SLICE) return
    place = rows.at(-1)?.id ?? place
  }
}

/**
 * Takes over the orders of another store. What they are about is found and deleted by the collectors. Resolves with how many were not known.
 *
 * @throws a sentence, if the tables have a salt of their own that they need
 */
export async function takeOrders(given: Orders, needs: Needs): Promise<number> {
  const { pools, settings } = needs
  const { schema } = settings
  const taken = await changeTombstones(needs, {
    async change(client) {
      const { rows } = await client.query<{ salt: string; has_events: boolean; has_orders: boolean }>(
        `select salt, exists(select from ${schema}.event) as has_events, exists(select from ${schema}.erasures) as has_orders
         from ${schema}.state`,
      )
      const { salt = '', has_events: hasEvents = true, has_orders: hasOrders = true } = rows[0] ?? {}
      const how = howToTake(given, { salt: saltBytes(salt), hasEvents, hasOrders })
      if (how === 'nothing') return undefined
      if (how === 'with salt') {
        const text = saltText(given.salt)
        await client.query(`update ${schema}.state set salt = $1`, [text])
        // Versions without this migration would not recognise anybody.
        if (isBytes(text))
          await client.query(`update ${schema}.migrations set breaks = true where number = $1`, [SALT_BYTES])
      }
      let count = 0
      for (const order of given.orders) {
        const { rowCount } = await client.query(
          `insert into ${schema}.erasures (id, kind, before, status, deleted, keeps_consents)
           values ($1, $2, to_timestamp($3::float8), 'running', $4, $5) on conflict (id) do nothing`,
          [order.id, order.kind, limitSeconds(order.before), order.deleted, order.keepsConsents ?? false],
        )
        count += rowCount ?? 0
        const { rowCount: added } = await client.query(
          `insert into ${schema}.tombstones (erasure, digest) select number, decode(digest, 'hex')
           from ${schema}.erasures, unnest($2::text[]) as digest where id = $1 on conflict do nothing`,
          [order.id, order.digests],
        )
        if ((added ?? 0) > 0)
          await client.query(`update ${schema}.erasures set status = 'running', passed_id = null where id = $1`, [
            order.id,
          ])
      }
      return count
    },
  })
  if (taken === undefined) return 0
  for await (const events of given.erasedEvents)
    await pools.others.query(
      `insert into ${schema}.erased_events (id, erased_at)
       select id::uuid, to_timestamp(ms / 1000) from unnest($1::text[], $2::float8[]) as given (id, ms) on conflict do nothing`,
      [events.map(({ id }) => id), events.map(({ erasedAt }) => erasedAt)],
    )
  return taken
}

/** The number of the migration after which a salt may be bytes. */
const SALT_BYTES = migrations.indexOf(saltMigration) + 1
