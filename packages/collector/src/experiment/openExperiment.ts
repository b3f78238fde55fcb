import { type Duckdb, openDuckdb, quoted } from '../parquet/duckdb.ts'
import { type EventsSource, fill } from '../parquet/openEvents.ts'
import { VIEWS } from '../parquet/views.ts'

/** Which exposures are compared. */
export interface Question {
  readonly flag: string
  /** Needed if several applications, or several promotion levels, have shown the flag. */
  readonly app?: string | undefined
  readonly promotion?: string | undefined
  /** By whom the flag divides its users. Where there are several, the one with most exposures when absent. */
  readonly unit?: string | undefined
  /** Only what has happened before, in milliseconds since 1970. */
  readonly until?: number | undefined
  /** The names of the events whose properties are needed. */
  readonly events: readonly string[]
}

/** What is read of all events. */
const COLUMNS = new Set(
  'id,name,happened_at,app,promotion,person,impersonator,visitor,accounts,session,page,n,properties,body'.split(','),
)

/** The tables of an experiment, in a database of their own. */
export interface Experiment {
  readonly db: Duckdb
  readonly app: string
  readonly promotion: string | undefined
  readonly unit: string
  /** Whether the flag service has said of exposures that they were part of an experiment. Others are left out then. */
  readonly isMarked: boolean
  /** The exposures of other units, which are left out. */
  readonly otherUnits: number
  /** SQL: the key of the unit of an event. */
  readonly keyOf: string
  close(): void
}

/** A time as SQL. */
export const timeOf = (at: number): string => `make_timestamptz(${Math.round(at * 1000)})`

/**
 * Opens the events, and makes `shown`: a row for each unit that was shown the flag.
 *
 * @throws a sentence if it is not clear which exposures are meant, or if there are none
 */
export async function openExperiment(question: Question, source: EventsSource): Promise<Experiment> {
  const db = await openExposures(source, question.events)
  try {
    const chosen = await choose(question, db)
    return { ...chosen, db, close: db.close }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens the events, with the properties of those with these names, and of exposures. */
export async function openExposures(source: EventsSource, events: readonly string[]): Promise<Duckdb> {
  const db = await openDuckdb()
  try {
    await fill(db, { ...source, only: { columns: COLUMNS, heavyOf: ['Flag shown', ...events] } })
    for (const [name, sql] of Object.entries(VIEWS)) await db.run(`create view ${name} as ${sql}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const texts = (rows: readonly Readonly<Record<string, unknown>>[], name: string) =>
  [...new Set(rows.map((row) => row[name]))].map((value) => (value === null ? undefined : String(value)))

async function choose(
  { flag, app, promotion, unit, until }: Question,
  db: Duckdb,
): Promise<Omit<Experiment, 'db' | 'close'>> {
  const wanted = [
    `flag = ${quoted(flag)}`,
    ...(app === undefined ? [] : [`app = ${quoted(app)}`]),
    ...(promotion === undefined ? [] : [ofLevel(promotion)]),
    ...(until === undefined ? [] : [`happened_at < ${timeOf(until)}`]),
  ]
  await db.run(`create table exposure as select * from exposures where ${wanted.join(' and ')}`)
  const found = await db.rows(
    `select app, promotion, unit, count(*) as units, bool_or(in_experiment) as is_marked from exposure
     group by all order by units desc, unit`,
  )
  if (found.length === 0) throw new Error(await noExposures(flag, db, until))
  for (const name of ['app', 'promotion'] as const) {
    const values = texts(found, name)
    if (values.length > 1)
      throw new Error(
        `The flag "${flag}" was shown in several places. Set --${name} to one of ${values.map((one) => one ?? NO_LEVEL).join(', ')}.`,
      )
  }
  const units = texts(found, 'unit')
  const own = unit ?? units[0] ?? ''
  if (!units.includes(own))
    throw new Error(`No exposure of "${flag}" is of the unit "${own}". There are: ${units.join(', ')}.`)
  const isMarked = found.some((row) => row['unit'] === own && row['is_marked'] === true)
  const ofUnit = `unit = ${quoted(own)}${isMarked ? ' and in_experiment' : ''}`
  const [row] = found
  const level = row?.['promotion'] === null ? NO_LEVEL : String(row?.['promotion'])
  await db.run(
    `create view own_event as select * from events where app = ${quoted(String(row?.['app']))} and ${ofLevel(level)}`,
  )
  await db.run(`create table shown as
    select unit_key, min(happened_at) as first_at, arg_min(coalesce(variation::varchar, value::varchar), happened_at) as variation,
      count(distinct coalesce(variation::varchar, value::varchar)) as variations,
      coalesce(arg_min(version, happened_at), 0) as version, bool_or(automated) as automated
    from exposure where ${ofUnit} and coalesce(variation::varchar, value::varchar) is not null group by unit_key`)
  const [some] = await db.rows('select count(*) as units from shown')
  if (Number(some?.['units']) === 0)
    throw new Error(`No exposure of "${flag}" has a variation or a value: nothing can be compared.`)
  return {
    ...{ app: String(row?.['app']), promotion: texts(found, 'promotion')[0], unit: own, isMarked },
    otherUnits: found.reduce((sum, one) => sum + (one['unit'] === own ? 0 : Number(one['units'])), 0),
    keyOf: keyOf(own),
  }
}

/** The name of no promotion level. */
const NO_LEVEL = 'none'
export const ofLevel = (level: string) =>
  level === NO_LEVEL ? `(promotion is null or promotion = 'none')` : `promotion = ${quoted(level)}`

/** SQL: the key of the unit of an event. */
export function keyOf(unit: string): string {
  if (unit === 'person' || unit === 'visitor') return unit
  return `json_extract_string(accounts, ${quoted(`/${unit.replaceAll('~', '~0').replaceAll('/', '~1')}`)})`
}

async function noExposures(flag: string, db: Duckdb, until: number | undefined): Promise<string> {
  const rows = await db.rows(
    'select flag, count(*) as units from exposures group by flag order by units desc, flag limit 5',
  )
  if (rows.length === 0) return 'There are no exposures. Add the step exposures() to the settings of the application.'
  if (until !== undefined && texts(rows, 'flag').includes(flag))
    return `There are no exposures of the flag "${flag}" before ${new Date(until).toISOString().slice(0, 10)}.`
  return `There are no exposures of the flag "${flag}". The flags with most exposures are ${texts(rows, 'flag').join(', ')}.`
}
