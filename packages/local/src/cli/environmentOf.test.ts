import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentOf } from './environmentOf.ts'

test('the environment is that of the project, from whichever of its folders one asks', async () => {
  const project = await mkdtemp(join(tmpdir(), 'telltale-project-'))
  const deep = join(project, 'src', 'deep')
  await mkdir(deep, { recursive: true })
  expect(await environmentOf(deep)).toBeUndefined()
  await mkdir(join(project, 'telltale'))
  await writeFile(join(project, 'telltale', 'flags.json'), '{"environments":{"production":"mine"},"flags":{}}')
  expect(await environmentOf(project)).toBe('mine')
  expect(await environmentOf(deep)).toBe('mine')
  await rm(project, { recursive: true })
})
