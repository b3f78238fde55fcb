import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { flagReads } from '../flags/flagReads.ts'
import { unusedFlags } from '../flags/unusedFlags.ts'
import { sqliteStore } from '../sqlite.ts'
import { batchOf, eventOf, START } from '../testing/events.ts'
import { parquetForTests } from '../testing/parquetForTests.ts'

const { folder } = parquetForTests()
const NOW = START + 86_400_000

async function sources() {
  const at = await folder()
  const files = {
    'src/Price.tsx': 'const isNew = useFlag(\'new-pricing\', false)\nconst text = `layout`; useFlag("layout")\n',
    'src/flags.ts': "export const flags = { 'old-banner': {} }\n",
    'src/old.test.ts': "useFlag('old-banner')\n",
    'src/words.ts': "// the old-banner is gone, and so is it's 'old-banner-2'\n",
    'node_modules/other/index.js': "useFlag('old-banner')\n",
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(`${at}/${name}`), { recursive: true })
    await writeFile(`${at}/${name}`, text)
  }
  return at
}

it('a flag is read where a source file has its key as a whole text, with file and line', async () => {
  const at = await sources()
  const reads = flagReads(['new-pricing', 'layout', 'old-banner'], at, [`${at}/src/flags.ts`])
  expect(Object.fromEntries(reads)).toEqual({
    'new-pricing': [{ file: 'src/Price.tsx', line: 1 }],
    layout: [
      { file: 'src/Price.tsx', line: 2 },
      { file: 'src/Price.tsx', line: 2 },
    ],
    'old-banner': [],
  })
  expect(() => flagReads([], `${at}/nothing`)).toThrow('Set --source')
})

it('a flag is unused if no source names it, nobody was shown it, or it has one value', async () => {
  const store = await sqliteStore({ file: `${await folder()}/events.db` })
  const shown = (n: number, flag: string, person: string) =>
    eventOf(n, {
      ...{ name: 'Flag shown', person },
      body: JSON.stringify({
        kind: 'exposure',
        name: 'Flag shown',
        identity: { id: person },
        properties: { flag, variation: 1, unit: 'person' },
      }),
    })
  const stamped = (n: number, variation: number) =>
    eventOf(n, {
      body: JSON.stringify({
        ...{
          name: 'Quote sent',
          at: START + n,
          properties: { 'LDFF: layout': 'new', 'LDFF: pricing': variation === 1 },
        },
        flags: {
          layout: { property: 'LDFF: layout', variation: 0 },
          pricing: { property: 'LDFF: pricing', variation },
          forced: { value: 1, variation: 1, reason: 'OVERRIDE' },
        },
      }),
    })
  await store.append(batchOf([shown(1, 'layout', 'ada'), shown(2, 'pricing', 'bo'), stamped(3, 0), stamped(4, 1)]))
  const reads = new Map([
    ['layout', [{ file: 'a.ts', line: 3 }]],
    ['pricing', [{ file: 'a.ts', line: 4 }]],
    ['forced', [{ file: 'b.ts', line: 1 }]],
  ])
  const ask = (more: object) =>
    unusedFlags({ keys: ['layout', 'pricing', 'forced', 'gone'], reads, days: 30, now: NOW, ...more })
  expect(await ask({ source: { store } })).toMatchObject([
    {
      flag: 'layout',
      reasons: ['one-value'],
      sentences: ['All 2 events of the last 30 days have the value "new".'],
      reads: [{ file: 'a.ts', line: 3 }],
    },
    { flag: 'forced', reasons: ['never-shown'] },
    { flag: 'gone', reasons: ['not-read', 'never-shown'] },
  ])
  expect(await ask({ source: { store }, days: 1, now: NOW + 10 * 86_400_000 })).toMatchObject([
    { flag: 'forced' },
    { flag: 'gone' },
  ])
  expect((await ask({})).map(({ flag }) => flag)).toEqual(['gone'])
  await store.close()
})
