import type { StoredEvent } from '../store/store.ts'
import { openDuckdb, quoted } from './duckdb.ts'
import { fill } from './openEvents.ts'

/**
 * All events in the folder of an outlet, those of the files that were begun first at first. The files do not say on which platform an
 * application runs.
 */
export async function* readFolder(folder: string): AsyncGenerator<readonly Omit<StoredEvent, 'cursor'>[]> {
  const db = await openDuckdb()
  try {
    const files = await fill(db, { folder })
    for (const from of [...files.map((file) => `read_parquet(${quoted(file)})`), 'recent'])
      for await (const rows of db.pieces(
        `select id, app, promotion, epoch_ms(received_at)::double as received_at, body::varchar as body from ${from}
         order by received_at`,
      ))
        yield rows.map(eventIn)
  } finally {
    db.close()
  }
}

const eventIn = ({ id, app, promotion, received_at: receivedAt, body }: Readonly<Record<string, unknown>>) => ({
  id: String(id),
  app: { name: String(app), ...(typeof promotion === 'string' && { promotion }) },
  receivedAt: Number(receivedAt),
  body: String(body),
})
