import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type EventsSource, openEvents, type ParquetOptions, type ParquetOutlet, parquetOutlet } from '../parquet.ts'

export interface ParquetForTests {
  /** A folder that is deleted after the test. */
  folder(): Promise<string>
  /** An outlet that is stopped after the test. */
  open(options: ParquetOptions): Promise<ParquetOutlet>
}

export function parquetForTests(): ParquetForTests {
  const folders: string[] = []
  const outlets: ParquetOutlet[] = []
  afterEach(async () => {
    await Promise.all(outlets.splice(0).map((outlet) => outlet.stop()))
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
  })
  return {
    async folder() {
      const folder = await mkdtemp(join(tmpdir(), 'telltale-parquet-'))
      folders.push(folder)
      return folder
    },
    async open(options) {
      const outlet = await parquetOutlet({ everyMs: 10, ...options })
      outlets.push(outlet)
      return outlet
    },
  }
}

/** The rows of one query. */
export async function ask(source: EventsSource, sql: string): Promise<readonly (readonly unknown[])[]> {
  const events = await openEvents(source)
  try {
    return (await events.query(sql)).rows
  } finally {
    events.close()
  }
}

/** The names of the Parquet files, without their cursors. */
export const hoursIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'hours'))).map((name) => name.split('.').slice(0, 2).join('.')).sort()
