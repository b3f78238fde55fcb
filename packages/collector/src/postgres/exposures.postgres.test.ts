import { expect, it } from 'vitest'
import { batchOf } from '../testing/events.ts'
import { freshSchema, postgresForTests } from '../testing/postgresForTests.ts'
import { EXPOSURE_COLUMNS, exposureRows, shownFlags } from '../testing/shownFlags.ts'

const postgres = postgresForTests()

it('the view exposures has each exposure once, the earliest of its unit, and nothing that is none', async () => {
  const schema = freshSchema()
  const store = await postgres.open({ schema })
  await store.append(batchOf(shownFlags))
  const { rows } = await postgres.query(
    `select event, flag, variation::int, value, version::int, in_experiment, unit, unit_key from ${schema}.exposures order by event`,
  )
  expect(Object.keys(rows[0] as object).join(', ')).toBe(EXPOSURE_COLUMNS)
  expect(rows).toEqual(exposureRows)
})
