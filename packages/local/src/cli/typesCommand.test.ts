import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENVIRONMENT } from '../testing/people.ts'
import { startForTest } from '../testing/startForTest.ts'
import { commandLine } from './commandLine.ts'
import { flagsModule } from '../flagTypes/flagsModule.ts'

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'telltale-types-'))
  await mkdir(join(cwd, 'telltale'))
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

async function types(...args: string[]) {
  let [out, err] = ['', '']
  const output = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await commandLine(['types', ...args], { cwd, env: {}, isInteractive: false, ...output })
  return { code, out, err }
}

async function writeFlags(flags: object): Promise<void> {
  const seen = { clientSideAvailability: { usingEnvironmentId: true } }
  const all = Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, { ...seen, ...(flag as object) }]))
  await writeFile(
    join(cwd, 'telltale', 'flags.json'),
    JSON.stringify({ environments: { production: 'e' }, flags: all }),
  )
}

test('the module has the unchanged keys, the off variations as defaults, and all values', async () => {
  await writeFlags({
    'quote-layout': { variations: ['classic', "it's"], offVariation: 1, description: 'How a */ quote looks.' },
    'New Pricing': { variations: [true, false], offVariation: 1 },
    limits: { variations: [{ rows: 10, 'per page': null }, { rows: 20 }], fallthrough: { variation: 1 } },
    __proto: { variations: [1, 2] },
    hidden: { variations: [1], clientSideAvailability: {} },
  })
  const { code, out } = await types()
  expect([code, out]).toEqual([0, 'telltale/flags.ts: 4 flags.\n'])
  expect(await readFile(join(cwd, 'telltale', 'flags.ts'), 'utf8')).toBe(`import { defineFlags } from 'telltale'

/** Written by \`telltale types\` from telltale/flags.json. After a change there, run it again. */
export const flags = defineFlags({
  'New Pricing': { default: false },
  '__proto': { default: 1, variations: [1, 2] },
  'limits': { default: { rows: 20 }, variations: [{ rows: 10, 'per page': null }, { rows: 20 }] },
  /** How a * / quote looks. */
  'quote-layout': { default: 'it\\'s', variations: ['classic', 'it\\'s'] },
})
`)
})

test('the default is the off variation, even if it is null', async () => {
  await writeFlags({ banner: { variations: ['on', null], offVariation: 1 } })
  expect((await types('--out', '-')).out).toContain("'banner': { default: null, variations: ['on', null] }")
})

test('the values are those of all environments, without duplicates, and the default is that of the first environment with the flag', async () => {
  const seen = { clientSideAvailability: { usingEnvironmentId: true } }
  const flags = {
    layout: { ...seen, variations: ['classic', { a: 1, b: 2 }], offVariation: 0 },
    switch: { ...seen, variations: [true, false], offVariation: 1 },
    late: { variations: [1, 2], offVariation: 0 },
  }
  const own = {
    layout: { variations: [{ b: 2, a: 1 }, 'wide', 'classic'], offVariation: 1 },
    switch: { variations: [false, true] },
    late: { ...seen, variations: [3, 2] },
    here: { ...seen, variations: ['x'] },
  }
  const environments = { production: 'p', staging: 's', sandbox: 'p' }
  const content = JSON.stringify({ environments, flags, perEnvironment: { s: { flags: own } } })
  await writeFile(join(cwd, 'telltale', 'flags.json'), content)
  const { out } = await types('--out', '-')
  expect(out).toContain("'layout': { default: 'classic', variations: ['classic', { a: 1, b: 2 }, 'wide'] }")
  expect(out).toContain("'switch': { default: false },")
  expect(out).toContain("'late': { default: 3, variations: [3, 2] }")
  expect(out).toContain("'here': { default: 'x', variations: ['x'] }")
})

test('the project is found from its subfolders, and its module is the same from each of them', async () => {
  await writeFlags({ a: { variations: [true, false], offVariation: 1 } })
  const project = cwd
  await types()
  const text = await readFile(join(project, 'telltale', 'flags.ts'), 'utf8')
  cwd = join(project, 'src', 'deep')
  await mkdir(cwd, { recursive: true })
  expect(await types('--check')).toMatchObject({ code: 0, out: '../../telltale/flags.ts is up to date.\n' })
  await rm(join(project, 'telltale', 'flags.ts'))
  expect(await types()).toMatchObject({ code: 0, out: '../../telltale/flags.ts: 1 flag.\n' })
  expect(await readFile(join(project, 'telltale', 'flags.ts'), 'utf8')).toBe(text)
  cwd = project
})

test('the output does not depend on the order of the flags, and a key cannot inject code', () => {
  const flags = [
    { key: 'b', default: 1 },
    { key: '__proto__', default: '\u2028' },
    { key: "'], evil()", default: null },
  ]
  const text = flagsModule(flags, 'x')
  expect(flagsModule([...flags].reverse(), 'x')).toBe(text)
  expect(text).toContain(`  ['__proto__']: { default: '\\u2028' },`)
  expect(text).toContain(`  '\\'], evil()': { default: null },`)
})

test('--check reports whether the module is up to date, and writes nothing', async () => {
  await writeFlags({ a: { variations: [true, false] } })
  expect(await types('--check')).toMatchObject({ code: 1, err: expect.stringContaining('is not there') as string })
  await types()
  expect(await types('--check')).toMatchObject({ code: 0 })
  await writeFlags({ a: { variations: ['x', 'y'] } })
  expect(await types('--check')).toMatchObject({ code: 1, err: expect.stringContaining('out of date') as string })
})

describe('in a project that telltale init has set up', () => {
  beforeEach(async () => {
    await writeFlags({ a: { variations: [true, false], offVariation: 1 } })
    await writeFile(join(cwd, 'package.json'), '{ "dependencies": { "vite": "*" } }')
    const ignore = () => {}
    await commandLine(['init', '--yes'], { cwd, env: {}, isInteractive: false, out: ignore, err: ignore })
  })

  test('the module is the one that init wrote, from each folder', async () => {
    expect(await types('--check')).toMatchObject({ code: 0, out: 'src/telltaleFlags.js is up to date.\n' })
    await writeFlags({ b: { variations: [true, false], offVariation: 1 } })
    expect(await types('--check')).toMatchObject({
      code: 1,
      err: 'telltale: src/telltaleFlags.js is out of date: run telltale types.\n',
    })
    const root = cwd
    cwd = join(root, 'src')
    expect(await types()).toMatchObject({ code: 0, out: 'telltaleFlags.js: 1 flag.\n' })
    cwd = root
    expect(await readFile(join(root, 'src/telltaleFlags.js'), 'utf8')).toContain("'b': { default: false }")
  })

  test('it is found in a clone, which has package.json and not the record of init', async () => {
    await rm(join(cwd, '.telltale'), { recursive: true })
    expect(await types('--check')).toMatchObject({ code: 0, out: 'src/telltaleFlags.js is up to date.\n' })
  })

  test('it is found without the script of package.json, and where the script has another path', async () => {
    await writeFile(join(cwd, 'package.json'), '{}')
    expect(await types('--check')).toMatchObject({ code: 0, out: 'src/telltaleFlags.js is up to date.\n' })
    await writeFile(
      join(cwd, 'package.json'),
      '{ "scripts": { "flags": "./flags.sh", "telltale:flags": "telltale types --out=lib/flags.js" } }',
    )
    expect(await types()).toMatchObject({ code: 0, out: 'lib/flags.js: 1 flag.\n' })
  })

  test('--out names another one', async () => {
    expect(await types('--out', 'other.ts')).toMatchObject({ code: 0, out: 'other.ts: 1 flag.\n' })
  })
})

describe('telltale types --from', () => {
  test('requests the flags of an environment', async () => {
    const services = await startForTest()
    const { code, out } = await types('--from', services.url, '--client-side-id', ENVIRONMENT, '--out', '-')
    expect(code).toBe(0)
    expect(out).toContain(`  'new-pricing': { default: false },`)
    expect(out).toContain(`  'quote-layout': { default: 'classic' },`)
    const unknown = await types('--from', services.url, '--client-side-id', 'other')
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not know the client-side id other') as string,
    })
    await services.close()
    expect(await types('--from', services.url, '--client-side-id', ENVIRONMENT)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer') as string,
    })
  })
})

test('an unreadable or invalid file is reported', async () => {
  expect(await types()).toMatchObject({ code: 1, err: expect.stringContaining('cannot be read') as string })
  await writeFile(join(cwd, 'telltale', 'flags.json'), '{')
  expect(await types()).toMatchObject({ code: 1, err: expect.stringContaining('It is not JSON') as string })
})
