import { chiSquaredTest, independenceTest } from './distributions.ts'
import { ALARM, countText, type Guard, levelOf, note, probability } from './guard.ts'
import type { Experiment } from './openExperiment.ts'
import { losses, silent } from './arrivals.ts'

export interface Guarded {
  readonly guards: readonly Guard[]
  /** The units that are compared, by variation. */
  readonly units: ReadonlyMap<string, number>
}

interface Needs extends Experiment {
  readonly until: number | undefined
  /** The share that each variation is to have, by variation. Equal shares when absent. */
  readonly split: ReadonlyMap<string, number> | undefined
}

/** Makes the table `unit`, of those that are compared, and says what is wrong with them. */
export async function guarded(needs: Needs): Promise<Guarded> {
  const { db } = needs
  const [counts] =
    await db.rows(`select count(*) filter (variations > 1) as several, count(*) filter (automated) as automated,
    count(*) as all_units from shown`)
  const several = Number(counts?.['several'] ?? 0)
  const automated = Number(counts?.['automated'] ?? 0)
  const split = await splitChange(needs)
  await db.run(`create table unit as select unit_key, variation, first_at, version from shown
    where variations = 1 and not automated ${split ? `and version >= ${split.since}` : ''}`)
  const rows = await db.rows('select variation, count(*) as units from unit group by variation order by variation')
  const units = new Map(rows.map((row) => [String(row['variation']), Number(row['units'])]))
  return {
    units,
    guards: [
      ...sampleRatio(units, needs.split),
      ...(split ? [split.guard] : []),
      ...(await sharedByAccount(needs)),
      ...(await losses(needs)),
      ...severalVariations(several, Number(counts?.['all_units'] ?? 0)),
      ...(await silent(needs)),
      ...(automated > 0
        ? [note('automated', `${countText(automated, 'unit')} of programs, such as tests and crawlers, are left out.`)]
        : []),
      ...(needs.otherUnits > 0
        ? [
            note(
              'other-units',
              `${countText(needs.otherUnits, 'exposure')} of other units than “${needs.unit}” are left out.`,
            ),
          ]
        : []),
    ],
  }
}

function sampleRatio(units: ReadonlyMap<string, number>, split: Needs['split']): readonly Guard[] {
  const missing = [...units.keys()].find((name) => split && !split.has(name))
  if (missing !== undefined)
    throw new Error(`The split has no share of variation ${missing}, which was shown. Name each variation.`)
  // A variation that nobody was shown has lost all of its exposures.
  const names = [...new Set([...units.keys(), ...(split?.keys() ?? [])])]
  const counts = names.map((name) => units.get(name) ?? 0)
  const all = counts.reduce((sum, count) => sum + count, 0)
  const shares = names.map((name) => split?.get(name) ?? 1)
  const sum = shares.reduce((total, share) => total + share, 0)
  const p = chiSquaredTest(
    counts,
    shares.map((share) => (all * share) / sum),
  )
  const level = levelOf(p)
  if (level === undefined || p === undefined) return []
  const seen = names.map(
    (name, at) =>
      `variation ${name} has ${(units.get(name) ?? 0).toLocaleString('en')} units, ${Math.round((all * (shares[at] ?? 0)) / sum).toLocaleString('en')} were to be expected`,
  )
  const what =
    level === 'alarm' ? 'The split is not the one that was meant' : 'The split may not be the one that was meant'
  return [{ level, name: 'sample-ratio', sentence: `${what}: ${seen.join('; ')} (${probability(p)}).` }]
}

/** Whether another version of the flag has divided the units in another way. The latest way counts then. */
async function splitChange({ db }: Needs): Promise<{ guard: Guard; since: number } | undefined> {
  const rows =
    await db.rows(`select version, variation, count(*) as units from shown where variations = 1 and not automated
    group by all order by version, variation`)
  const versions = [...new Set(rows.map((row) => Number(row['version'])))]
  const variations = [...new Set(rows.map((row) => String(row['variation'])))]
  const countsOf = (some: readonly number[]) =>
    variations.map((variation) =>
      rows.reduce(
        (sum, row) =>
          sum + (some.includes(Number(row['version'])) && row['variation'] === variation ? Number(row['units']) : 0),
        0,
      ),
    )
  let since: number | undefined
  // The latest version before which the split was another one.
  for (let at = 1; at < versions.length; at += 1) {
    const from = since === undefined ? 0 : versions.indexOf(since)
    const p = independenceTest([countsOf(versions.slice(from, at)), countsOf(versions.slice(at))])
    if (p !== undefined && p < ALARM) since = versions[at]
  }
  if (since === undefined) return undefined
  const sentence = `Version ${since} of the flag has changed the split. Only units that were first shown it since then are compared.`
  return { since, guard: { level: 'warning', name: 'split-changed', sentence } }
}

/** Persons of one account who always see the same variation are not divided one by one: their number would be counted too high. */
async function sharedByAccount({ db, unit }: Needs): Promise<readonly Guard[]> {
  if (unit !== 'person') return []
  const rows = await db.rows(`with member as (
      select distinct unit.unit_key, unit.variation, kind.key as kind, kind.value->>'$' as account
      from unit join exposure on exposure.unit_key = unit.unit_key join events on events.id = exposure.event,
        json_each(events.accounts) as kind
    ), account as (
      select kind, account, count(*) as persons, count(distinct variation) as variations,
        count(*) * (count(*) - 1) / 2 as pairs from member group by all having count(*) > 1
    )
    select kind, count(*) as accounts, sum(pairs) as pairs, count(*) filter (variations > 1) as mixed from account group by kind`)
  const kind = rows.find(
    (row) => Number(row['mixed']) === 0 && Number(row['pairs']) >= 20 && Number(row['accounts']) >= 5,
  )
  if (!kind) return []
  const name = String(kind['kind'])
  return [
    {
      level: 'alarm',
      name: 'shared-by-account',
      sentence: `All persons of one ${name} see the same variation: the flag divides by ${name}, not by person. Set unit: '${name}' in the definition of the flag.`,
    },
  ]
}

function severalVariations(count: number, all: number): readonly Guard[] {
  if (count === 0) return []
  const level = count / all > 0.01 ? 'warning' : 'note'
  return [
    {
      level,
      name: 'several-variations',
      sentence: `${countText(count, 'unit')} have seen several variations, and are left out.`,
    },
  ]
}
