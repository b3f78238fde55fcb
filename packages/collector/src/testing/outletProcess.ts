import { parquetOutlet } from '../parquet.ts'
import { sqliteStore } from '../sqlite.ts'

// An outlet in a process of its own, for tests that kill it. It closes a file as soon as it has a few events.

const [file = '', folder = ''] = process.argv.slice(2)
await parquetOutlet({ store: await sqliteStore({ file }), folder, everyMs: 1, maxOpenBytes: 10_000 })
console.log('It writes.')
