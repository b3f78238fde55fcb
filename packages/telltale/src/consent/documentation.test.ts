import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dataMap, rowsOf, standsFor } from '../../../../docs/src/data/dataMap.ts'
import { destinationsIn, purposesOf, usedFor } from './uses.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const guide = (name: string) => read(`../../../../docs/src/content/docs/guides/${name}.md`)

const SPACE = 'Desk@only/'
const PREFIX = 'telltale:'

/** A layer with a destination of each kind, by the names that the guides use. */
const destinations = destinationsIn({
  analytics: { name: 'heap' },
  monitoring: { name: 'datadog' },
  messaging: { name: 'intercom' },
  destinations: [{ name: 'collector' }],
})
const { purposes } = purposesOf(destinations, {})
/** Flags that need consent have the purpose that the application says. */
const withFlags = new Map([...purposes, ['flags', 'as you say']])

describe('the table of what needs consent', () => {
  const [, section = ''] = guide('consent').split(/^## What needs consent$/m)
  const rows = rowsOf(section.split(/^## /m)[0] ?? '')
  // The last code of the first cell is the name, or an example of it.
  const documented = rows.map(([name = '', , purpose = '']) => [
    /`([^`]+)`$/.exec(name)?.[1],
    purpose.replaceAll('`', ''),
  ])

  it('has each name that the settings accept, with its purpose by default, and no other', () => {
    expect(documented.length).toBeGreaterThan(8)
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(withFlags))
    expect(documented).toHaveLength(withFlags.size)
    expect(purposesOf(destinations, {}, 'functional').purposes.get('flags')).toBe('functional')
  })
})

describe('the data map', () => {
  const map = dataMap(guide('privacy'))
  const stored = map.filter(({ where }) => where === 'localStorage')
  /** With what follows the name in a browser. */
  const keysOf = (key: string) => {
    const name = key.slice(PREFIX.length)
    return name.endsWith('…') ? [`${name.slice(0, -1)}${SPACE}`, `${name.slice(0, -1)}${SPACE}#1:id`] : [name]
  }

  it.each(stored.flatMap(({ keys, names, purpose }) => keys.map((key) => ({ key, names, purpose }))))(
    'has the purpose of $key',
    ({ key, names, purpose }) => {
      expect(key).toMatch(/^telltale:[a-z-]+(?::…)?$/)
      for (const name of keysOf(key)) {
        const use = usedFor(name, SPACE)
        if (use === 'events') expect(purpose).toMatch(/^that of (?:their|the) destinations$/)
        else if (key.startsWith(`${PREFIX}told:`)) expect(purpose).toBe('that of the vendor')
        else expect([names, purpose]).toEqual([use ? [use] : [], use ? purposes.get(use) : 'necessary'])
      }
    },
  )

  it('has each key that a use has', () => {
    const [, table = ''] = /const USES[^=]*= (\{.*?^\})/ms.exec(read('./uses.ts')) ?? []
    const lists = [...table.matchAll(/^ {2}\w+: \[([^\]]*)\]/gm)].map(([, list = '']) => list.split(', ').slice(1))
    const keys = lists.flat().map((key) => PREFIX + key.replace(/^'|'$/g, '').replace(/\*$/, SPACE))
    expect(keys.length).toBeGreaterThan(15)
    const documented = stored.flatMap((entry) => entry.keys)
    expect(keys.filter((key) => !documented.some((one) => standsFor(one, key)))).toEqual([])
  })

  it('has each cookie that is removed, with the purpose of its vendor', () => {
    for (const vendor of ['heap', 'datadog', 'intercom']) {
      const [, list = ''] = /cookies: \[([^\]]*)\]/.exec(read(`../adapters/${vendor}.ts`)) ?? []
      const beginnings = [...list.matchAll(/'([^']+)'/g)].map(([, beginning = '']) => beginning)
      const entry = map.find(({ where, names }) => where === 'cookie' && names.includes(vendor))
      expect(beginnings).not.toEqual([])
      expect(entry).toMatchObject({ keys: beginnings.map((one) => `${one}…`), purpose: purposes.get(vendor) })
    }
  })

  it('says of each entry where it is and how long it stays', () => {
    for (const { where, keys, howLong } of map) {
      expect(['localStorage', 'IndexedDB', 'cookie']).toContain(where)
      expect(keys).not.toEqual([])
      expect(howLong).not.toBe('')
    }
  })
})
