import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { borrowCommand, execCommand, installCommand, packageManagerIn, runCommand } from './packageManager.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'telltale-manager-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  [{}, 'npm'],
  [{ 'package-lock.json': '' }, 'npm'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm'],
  [{ 'yarn.lock': '' }, 'yarn'],
  [{ 'bun.lock': '' }, 'bun'],
  [{ 'bun.lockb': '' }, 'bun'],
  [{ 'package.json': '{"packageManager":"yarn@4.5.0+sha512.abc"}' }, 'yarn'],
  [{ 'package.json': '{"packageManager":"yarn@4.5.0"}', 'package-lock.json': '' }, 'yarn'],
  [{ 'package.json': '{"packageManager":"other@1"}', 'pnpm-lock.yaml': '' }, 'pnpm'],
  [{ 'package.json': 'no json' }, 'npm'],
  // A workspace has the lockfile of its root.
  [{ '../../pnpm-lock.yaml': '' }, 'pnpm'],
  [{ '../../package.json': '{"packageManager":"bun@1.2.0"}', 'package.json': '{}' }, 'bun'],
  // What is above the repository is not of this project.
  [{ '../../yarn.lock': '', '../.git/HEAD': '' }, 'npm'],
] as const)('in a project with %j, it is %s', async (files, manager) => {
  const project = join(folder, 'apps', 'web')
  await mkdir(join(folder, '.git'))
  await mkdir(project, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), text)
  }
  expect(await packageManagerIn(project)).toBe(manager)
})

test.each([
  [
    'npm',
    'npm run services',
    'npm run services -- --port 5000',
    'npx telltale dev',
    'npm install telltale',
    'npm install --no-save ts-morph',
  ],
  [
    'pnpm',
    'pnpm run services',
    'pnpm run services --port 5000',
    'pnpm exec telltale dev',
    'pnpm add telltale',
    'pnpm add --save-dev ts-morph',
  ],
  [
    'yarn',
    'yarn run services',
    'yarn run services --port 5000',
    'yarn telltale dev',
    'yarn add telltale',
    'yarn add --dev ts-morph',
  ],
  [
    'bun',
    'bun run services',
    'bun run services --port 5000',
    'bunx telltale dev',
    'bun add telltale',
    'bun add --no-save ts-morph',
  ],
] as const)('the commands of %s', (manager, run, runWith, exec, install, borrow) => {
  expect([
    runCommand(manager, 'services'),
    runCommand(manager, 'services', '--port 5000'),
    execCommand(manager, 'telltale dev'),
    installCommand(manager, 'telltale'),
    borrowCommand(manager, 'ts-morph'),
  ]).toEqual([run, runWith, exec, install, borrow])
})
