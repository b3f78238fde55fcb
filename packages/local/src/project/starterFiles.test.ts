import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { starterFiles } from './starterFiles.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-starter-'))
  await writeFile(join(folder, 'package.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true }))

test.each([
  [{}, ['flags.json', 'users.json'], { flagsFile: 'telltale/flags.json', usersFile: 'telltale/users.json' }],
  [{ flags: 'f.json' }, ['users.json'], { flagsFile: 'f.json', usersFile: 'telltale/users.json' }],
  [{ users: 'u.json' }, ['flags.json'], { flagsFile: 'telltale/flags.json', usersFile: 'u.json' }],
  [{ flags: 'f.json', users: 'u.json' }, undefined, { flagsFile: 'f.json', usersFile: 'u.json' }],
])('with %j, only what is read is made: %j', async (named, made, paths) => {
  const files = { ...paths, metricsFile: 'metrics.json' }
  expect(await starterFiles(folder, named)).toEqual({ ...files, made: (made ?? []).map((name) => `telltale/${name}`) })
  expect(await readdir(join(folder, 'telltale')).catch(() => undefined)).toEqual(made)
})
