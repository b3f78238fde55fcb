import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../sqlite/driver.ts'
import { startCollectorProcess } from './collectorProcess.ts'
import type { Stage } from './faultRun.ts'

/** Two collectors with one file of SQLite. @param folder - where the file is; a new one when left out */
export async function sqliteStage(folder?: string): Promise<Stage> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'collector-faults-')))
  const file = join(own, 'events.db')
  const collectors = [await startCollectorProcess(file), await startCollectorProcess(file)]
  return {
    collectors,
    async rows() {
      const db = openSqlite(file)
      try {
        // The event itself says its id, too.
        return db
          .prepare("SELECT hex(id) AS id, body ->> 'id' AS told FROM events")
          .all()
          .map(({ id, told }) =>
            String(told).replaceAll('-', '').toUpperCase() === id ? String(told) : `${id} in ${told}`,
          )
      } finally {
        db.close()
      }
    },
    async stop() {
      await Promise.all(collectors.map((one) => one.end('SIGKILL')))
      if (folder === undefined) await rm(own, { recursive: true })
    },
  }
}
