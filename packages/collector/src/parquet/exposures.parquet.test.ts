import { expect, it } from 'vitest'
import { sqliteStore } from '../sqlite.ts'
import { batchOf } from '../testing/events.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'
import { EXPOSURE_COLUMNS, exposureRows, shownFlags } from '../testing/shownFlags.ts'
import { queryEvents } from './openEvents.ts'

const { folder } = parquetForTests()

it('the view exposures has each exposure once, the earliest of its unit, and nothing that is none', async () => {
  const store = await sqliteStore({ file: `${await folder()}/events.db` })
  await store.append(batchOf(shownFlags))
  const { columns, rows } = await queryEvents(`select ${EXPOSURE_COLUMNS} from exposures order by event`, { store })
  expect(rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])))).toEqual(exposureRows)
  await store.close()
})
