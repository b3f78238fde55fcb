import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findModules } from './findModules.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'telltale-modules-'))))
afterEach(() => rm(folder, { recursive: true }))

const CALL = `import { createTelltale } from 'telltale'\nexport const telltale = createTelltale({})\n`

test.each([
  ['src/lib/layer.ts', CALL],
  ['app/TelltaleRoot.tsx', `import { TelltaleProvider } from "telltale/react"\n<TelltaleProvider settings={settings}>`],
  ['app/Root.jsx', `import { createTelltale } from 'telltale'\n<TelltaleProvider\n  create={createTelltale} />`],
])('%s creates a layer', async (path, text) => {
  await write(path, text)
  expect((await findModules(folder)).layers).toEqual([path])
})

test.each([
  ['src/a.ts', `import type { Person } from 'telltale'\n// const telltale = createTelltale({})\n`],
  ['src/a.tsx', `import { TelltaleProvider } from 'telltale/react'\n<TelltaleProvider telltale={telltale} />`],
  ['src/a.test.ts', CALL],
  ['src/a.ts', `import { createTelltale } from './ours'\ncreateTelltale()`],
  ['node_modules/other/a.js', CALL],
  ['.next/a.js', CALL],
])('%s with %j creates none', async (path, text) => {
  await write(path, text)
  expect((await findModules(folder)).layers).toEqual([])
})

test('other packages in the folder are not searched', async () => {
  await write('packages/other/package.json', '{}')
  await write('packages/other/src/telltale.ts', CALL)
  expect(await findModules(folder)).toEqual({ layers: [], named: [] })
})

test('modules are found by the names that telltale init gives them', async () => {
  await write('src/lib/telltaleFlags.ts', '')
  await write('src/telltaleEvents.js', '')
  await write('src/other.ts', '')
  expect((await findModules(folder)).named).toEqual(['src/lib/telltaleFlags.ts', 'src/telltaleEvents.js'])
})

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
