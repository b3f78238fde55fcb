import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeDrafts, replaceFile } from './replaceFile.ts'

let folder: string
let path: string
let other: ChildProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-replaced-'))
  path = join(folder, 'file.json')
  await writeFile(path, 'old')
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
})
afterEach(async () => {
  other.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

test('a replaced file has the new content and the old permissions, and no temporary file is left', async () => {
  await chmod(path, 0o664)
  await replaceFile(path, 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await stat(path)).mode & 0o777).toBe(0o664)
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('a symbolic link stays a symbolic link', async () => {
  await symlink(path, join(folder, 'link.json'))
  await replaceFile(join(folder, 'link.json'), 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect((await lstat(join(folder, 'link.json'))).isSymbolicLink()).toBe(true)
  expect(await readdir(folder)).toEqual(['file.json', 'link.json'])
})

test('temporary files of killed processes are removed, and those of running processes are kept', async () => {
  const draftOf = (pid: number | undefined, name = 'file.json') =>
    `${name}.${pid}-01234567-89ab-cdef-0123-456789abcdef.tmp`
  const killed = spawn(process.execPath, ['-e', ''])
  await once(killed, 'exit')
  const kept = [draftOf(other.pid), draftOf(killed.pid, 'other.json'), 'file.json.tmp', 'file.json.1-notes.tmp']
  for (const name of [draftOf(killed.pid), draftOf(process.pid), ...kept]) await writeFile(join(folder, name), '')
  removeDrafts(path)
  expect((await readdir(folder)).sort()).toEqual(['file.json', ...kept].sort())
})

test('reports an error and leaves no temporary file if nothing can be written', async () => {
  await rm(path)
  await expect(replaceFile(path, 'new')).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual([])
})
