import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysIn } from './keysIn.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'keys-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function keysFrom(text: string) {
  const file = join(folder, 'keys.json')
  writeFileSync(file, text)
  return keysIn(file)
}

test.each([
  '{ "hunter2": {} }',
  '{ "hunter2": { "app": "Quotes", "origins": ["https://app.example.com", "capacitor://localhost"] } }',
  '{ "hunter2": { "origins": [] } }',
])('%s is taken', async (text) => {
  expect(await keysFrom(text)).toEqual(JSON.parse(text))
})

test.each([
  ['', 'must be like'],
  ['{}', 'must be like'],
  ['["hunter2"]', 'must be like'],
  ['{ "hunter2": null }', 'must be like'],
  ['{ "hunter2": { "app": 1 } }', 'must be like'],
  // It would admit every origin.
  ['{ "hunter2": { "origin": ["https://app.example.com"] } }', 'must be like'],
  ['{ "hunter2": { "origins": "https://app.example.com" } }', 'must be like'],
  ['{ "hunter2": { "origins": ["https://app.example.com/"] } }', 'without a path'],
  ['{ "hunter2": { "origins": ["*"] } }', 'without a path'],
])('%s is refused, and no key is quoted', async (text, said) => {
  const { message } = await keysFrom(text).then(
    () => new Error('It was taken.'),
    (error: Error) => error,
  )
  expect(message).toContain(said)
  expect(message).not.toContain('hunter2')
})
