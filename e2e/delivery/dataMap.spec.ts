import { readFileSync } from 'node:fs'
import type { EngineTab } from 'stage/engines/engine'
import { dataMap, type MapEntry, standsFor } from '../../docs/src/data/dataMap.ts'
import { type Asked, decide, track, visit } from './consentPage.ts'
import { expect, test } from './test.ts'

const GUIDE = new URL('../../docs/src/content/docs/guides/privacy.md', import.meta.url)
const map = dataMap(readFileSync(GUIDE, 'utf8'))

/** The destinations of the page `consent` of the stage. */
const DESTINATIONS = ['collector', 'script']
const VENDORS = ['heap', 'datadog', 'intercom']
const uses = [...new Set(map.flatMap(({ names }) => names))].filter((name) => !VENDORS.includes(name))
/** Each use and each destination has a purpose of its own. */
const names = [...uses, ...DESTINATIONS]
const ownPurposes = Object.fromEntries(names.map((name) => [name, `of ${name}`]))
const allAllowed = Object.fromEntries(Object.values(ownPurposes).map((purpose) => [purpose, true]))

/** By whose names an entry of the map is allowed: it goes when all of them are denied. */
function namesOf({ names: given, purpose }: MapEntry): readonly string[] {
  if (purpose === 'that of the vendor') return ['script']
  return purpose.startsWith('that of') ? DESTINATIONS : given
}

const entriesOf = (where: MapEntry['where'], found: string) =>
  map.filter((entry) => entry.where === where && entry.keys.some((key) => standsFor(key, found)))

/** What the browser has, each with its entries of the map. Opening a database that the layer makes may block both in WebKit. */
async function mapped(tab: EngineTab) {
  const places = await tab.run(async () => ({
    localStorage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    IndexedDB: (await indexedDB.databases()).map(({ name = '' }) => name),
    cookie: document.cookie.split('; ').filter(Boolean),
  }))
  return Object.entries(places).flatMap(([where, found]) =>
    found.map((key) => ({ key, entries: entriesOf(where as MapEntry['where'], key) })),
  )
}

/** Uses the application with everything allowed, and a collector that has nothing yet. */
const withAll = (person: Asked['person'], play: Parameters<typeof visit>[2]) => {
  const settings = { consent: { purposes: ownPurposes, initial: allAllowed }, isDown: true }
  return [person === undefined ? settings : { ...settings, person }, play] as const
}

async function use(tab: EngineTab, url: string) {
  await tab.goto(`${url}/?again`)
  await tab.until(() => globalThis.allowed !== undefined)
  await track(tab, 'one', 'two')
  await tab.run(() => void globalThis.allowed?.telltale.flags.variation('plan', 'none'))
  const keys = () => tab.run(() => Object.keys(localStorage).join())
  for (const key of ['visit:', 'exposures:']) await expect.poll(keys, { timeout: 30_000 }).toContain(key)
}

/** Who uses the application, and what the browser then has of it. */
const USERS = [
  ['a visitor', undefined, ['flags', 'visit:', 'exposures:', 'visitor:']],
  ['a person', 'ida', ['flags', 'visit:', 'exposures:', 'session:', 'told:']],
] as const

test.describe('the data map', { tag: ['@core', '@engines'] }, () => {
  for (const [title, person, kinds] of USERS) {
    const wanted = kinds.map((kind) => `telltale:${kind}`)

    test(`has each key, database and cookie of ${title} who has allowed everything, once`, async ({ engine }) => {
      const play = withAll(person, async ({ server, tab, openTab }) => {
        await use(tab, server.url)
        await track(await openTab(), 'of another tab')
        const found = await mapped(tab)
        expect(found.filter(({ entries }) => entries.length !== 1).map(({ key }) => key)).toEqual([])
        const keys = found.map(({ key }) => key).join()
        for (const key of [...wanted, 'telltale:events:']) expect(keys).toContain(key)
        expect(found.filter(({ entries }) => entries[0]?.where === 'cookie')).toEqual([])
      })
      await visit(engine, ...play)
    })

    test(`has the purpose of each entry of ${title}: when it is denied, the entry goes and others stay`, async ({
      engine,
    }) => {
      const play = withAll(person, async ({ server, tab }) => {
        await use(tab, server.url)
        const denied: string[] = []
        const gone: string[] = []
        // The database of events stays, and is empty: consent.spec.ts.
        const isDenied = ({ key, entries }: Awaited<ReturnType<typeof mapped>>[number]) =>
          !key.startsWith('telltale:events:') &&
          entries.some((entry) => namesOf(entry).length > 0 && namesOf(entry).every((name) => denied.includes(name)))
        for (const name of names) {
          const before = await mapped(tab)
          denied.push(name)
          await decide(tab, { [`of ${name}`]: false })
          const left = async () => (await mapped(tab)).filter(isDenied).map(({ key }) => key)
          await expect.poll(left, { timeout: 30_000 }).toEqual([])
          const after = (await mapped(tab)).map(({ key }) => key)
          gone.push(...before.filter(isDenied).map(({ key }) => key))
          // What two names allow together may go with one of them. What no name allows is moved and delivered.
          const stay = before.filter((one) => !isDenied(one) && one.entries.every((entry) => entry.names.length === 1))
          expect(after).toEqual(expect.arrayContaining(stay.map(({ key }) => key)))
        }
        for (const key of wanted) expect(gone.join()).toContain(key)
        // What needs no consent is still there.
        const rest = (await mapped(tab)).filter(({ entries }) => entries[0]?.where !== 'IndexedDB')
        expect(rest).not.toEqual([])
        expect(rest.map(({ entries }) => entries[0]?.purpose)).toEqual(rest.map(() => 'necessary'))
      })
      await visit(engine, ...play)
    })
  }
})
