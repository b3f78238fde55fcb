import { parquetOutlet } from '../parquet.ts'
import { sqliteStore } from '../sqlite.ts'
import type { EventStore } from '../store/store.ts'

// An outlet in a process of its own, for tests that kill it. It closes a file as soon as it has a few events.

const [file = '', folder = ''] = process.argv.slice(2)

/** SQLite refuses to open a file while another process prepares it or holds its lock. */
async function openStore(): Promise<EventStore> {
  for (;;) {
    try {
      return await sqliteStore({ file })
    } catch (error) {
      if (!String(error).includes('database is locked')) throw error
    }
  }
}

await parquetOutlet({ store: await openStore(), folder, everyMs: 1, maxOpenBytes: 10_000 })
console.log('It writes.')
