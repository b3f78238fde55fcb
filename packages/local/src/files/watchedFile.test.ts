import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseJson, type Parsed } from '../json/parseJson.ts'
import { createWatchedFile, type WatchedFile } from './watchedFile.ts'

let folder: string
let path: string
let parsed: string[]
let logged: string[]
let file: WatchedFile<unknown>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-watched-'))
  path = join(folder, 'file.json')
  await writeFile(path, '1')
  parsed = []
  logged = []
  const read = (text: string): Parsed<unknown> => {
    parsed.push(text)
    return parseJson(text)
  }
  file = await createWatchedFile(path, { read, log: (line) => void logged.push(line) })
})
afterEach(async () => {
  file.close()
  await rm(folder, { recursive: true })
})

describe('a watched file', () => {
  test('reads the current content when a save has not been reported yet', async () => {
    await writeFile(path, '2')
    expect(await file.read()).toEqual({ text: '2', parsed: { outcome: 'ok', value: 2 } })
    await writeFile(path, '{')
    expect((await file.read()).parsed.outcome).toBe('invalid')
  })

  test('applies what it writes as soon as it is on the disk, without parsing it again', async () => {
    const heard: unknown[] = []
    file.subscribe(() => heard.push(file.value()))
    await file.write('2', 2)
    expect([await readFile(path, 'utf8'), file.value(), heard]).toEqual(['2', 2, [2]])
    expect(await file.read()).toEqual({ text: '2', parsed: { outcome: 'ok', value: 2 } })
    // The event of the file's own save arrives before that of a later save.
    await writeFile(path, '3')
    await expect.poll(() => file.value()).toBe(3)
    expect(parsed).toEqual(['1', '3'])
    expect(heard).toEqual([2, 3])
  })

  test('applies a save that immediately follows its own', async () => {
    for (const value of [2, 4, 6]) {
      await file.write(`${value}`, value)
      await writeFile(path, `${value + 1}`)
      await expect.poll(() => file.value()).toBe(value + 1)
    }
  })

  test('is valid again after it was written while it was invalid', async () => {
    await writeFile(path, '{')
    await expect.poll(() => file.problems().length).toBe(1)
    await file.write('2', 2)
    expect([file.problems(), logged.at(-1)]).toEqual([[], `${path} is valid again.`])
  })

  test('keeps its content when it cannot be written', async () => {
    await rm(path)
    await expect(file.write('2', 2)).rejects.toThrow('ENOENT')
    expect(file.value()).toBe(1)
  })
})
