import { fdatasync, write } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

/** @typedef {{ id: string, name: string, at: number, identity: { id: string } }} Event */
/** @typedef {{ lanes: number, write: (events: readonly Event[]) => Promise<unknown>, close: () => Promise<unknown> }} Store */

/** The least that keeps events durably, in the way that is usual for the store. @param {string} store @returns {Promise<Store>} */
export async function bareStore(store) {
  if (store.startsWith('postgres')) return postgres(store)
  if (store.startsWith('kafka')) return kafka(store)
  return file(store)
}

/** One file, one line for each event, and `fdatasync`. Copies are stored twice. @param {string} path @returns {Promise<Store>} */
async function file(path) {
  const handle = await open(path, 'a')
  const [append, sync] = [promisify(write), promisify(fdatasync)]
  return {
    lanes: 1,
    async write(events) {
      await append(handle.fd, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
      await sync(handle.fd)
    },
    close: () => handle.close(),
  }
}

/** One table with an index over its ids and one over its people. @param {string} url @returns {Promise<Store>} */
async function postgres(url) {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await pool.query(`DROP TABLE IF EXISTS bare;
    CREATE TABLE bare (id uuid PRIMARY KEY, happened_at float8 NOT NULL, name text NOT NULL, person text, body text NOT NULL);
    CREATE INDEX ON bare (person)`)
  const text = `INSERT INTO bare SELECT * FROM unnest($1::uuid[], $2::float8[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING`
  return {
    lanes: 2,
    write: (events) =>
      pool.query({
        name: 'insert',
        text,
        values: [
          events.map(({ id }) => id),
          events.map(({ at }) => at),
          events.map(({ name }) => name),
          events.map(({ identity }) => identity.id),
          events.map((event) => JSON.stringify(event)),
        ],
      }),
    close: () => pool.end(),
  }
}

/** One idempotent producer that waits for all replicas, with the person as the key. @param {string} url @returns {Promise<Store>} */
async function kafka(url) {
  const { Producer } = await import('@platformatic/kafka')
  const { host, pathname } = new URL(url)
  const producer = new Producer({ clientId: 'bare', bootstrapBrokers: host.split(','), idempotent: true })
  const topic = pathname.slice(1)
  /** @param {readonly Event[]} events */
  const send = (events) =>
    producer.send({
      acks: -1,
      messages: events.map((event) => ({
        topic,
        key: Buffer.from(event.identity.id),
        value: Buffer.from(JSON.stringify(event)),
      })),
    })
  // The first one finds the broker and begins the session of the producer, which takes a second.
  await send([{ id: '', name: '', at: 0, identity: { id: '' } }])
  return { lanes: 1, write: send, close: () => producer.close() }
}
