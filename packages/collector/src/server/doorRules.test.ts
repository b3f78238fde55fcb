import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCollector } from '../createCollector.ts'
import { memoryStore } from '../testing/memoryStore.ts'
import { readDoorRules, type RuleFiles } from './doorRules.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'door-rules-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const pathOf = (name: string) => join(folder, name)
const write = (name: string, value: unknown) => writeFileSync(pathOf(name), JSON.stringify(value))
const planOf = (event: string) => ({ events: { [event]: { type: 'object' } }, others: 'refuse' })

async function started(filesNow: () => RuleFiles) {
  const lines: unknown[] = []
  const rules = await readDoorRules(filesNow, (...line) => void lines.push(line))
  const { keys, plan } = rules
  const collector = createCollector({ sink: memoryStore(), keys, plan })
  const post = async (key: string, name: string, headers = {}) => {
    const event = { id: crypto.randomUUID(), name, at: 1, url: '', properties: {}, identity: {} }
    const body = JSON.stringify({ app: { name: 'Quotes' }, events: [event] })
    const sent = { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers }
    return (await collector.fetch(new Request('http://c/collect', { method: 'POST', headers: sent, body }))).status
  }
  return { rules, lines, post, collector }
}

test('keys and plans that were read again count from the next request', async () => {
  write('keys.json', { one: {} })
  write('plan.json', planOf('Quote sent'))
  const { rules, lines, post } = await started(() => ({ keys: pathOf('keys.json'), plan: [pathOf('plan.json')] }))
  expect([await post('one', 'Quote sent'), await post('two', 'Quote sent'), await post('one', 'Quote lost')]).toEqual([
    202, 401, 422,
  ])
  write('keys.json', { two: {}, three: {} })
  write('plan.json', planOf('Quote lost'))
  await rules.reload()
  expect([await post('one', 'Quote lost'), await post('two', 'Quote lost'), await post('two', 'Quote sent')]).toEqual([
    401, 202, 422,
  ])
  expect(lines).toEqual([['info', 'Keys and plans were read again.', { keys: 2, plans: 1 }]])
})

test('the question before a request knows the origins of the new keys', async () => {
  write('keys.json', { one: { origins: ['https://a.example.com'] } })
  const { rules, collector } = await started(() => ({ keys: pathOf('keys.json') }))
  const ask = async (origin: string) =>
    (await collector.fetch(new Request('http://c/collect', { method: 'OPTIONS', headers: { origin } }))).status
  expect([await ask('https://a.example.com'), await ask('https://b.example.com')]).toEqual([204, 403])
  write('keys.json', { one: { origins: ['https://b.example.com'] } })
  await rules.reload()
  expect([await ask('https://a.example.com'), await ask('https://b.example.com')]).toEqual([403, 204])
})

test.each([
  ['a file of keys that is half written', () => writeFileSync(pathOf('keys.json'), '{ "two": {'), 'must be like'],
  ['an empty file of keys', () => writeFileSync(pathOf('keys.json'), ''), 'must be like'],
  ['no file of keys', () => rmSync(pathOf('keys.json')), 'ENOENT'],
  ['a plan that is none', () => write('plan.json', []), 'is no plan'],
  [
    'a schema that is none',
    () => write('plan.json', { events: { 'Quote sent': { type: 'nothing' } } }),
    'is no JSON Schema',
  ],
])('with %s, everything stays as it was, and the log says why', async (_, change, reason) => {
  write('keys.json', { one: {} })
  write('plan.json', planOf('Quote sent'))
  const { rules, lines, post } = await started(() => ({ keys: pathOf('keys.json'), plan: [pathOf('plan.json')] }))
  // Valid beside what is not: the two belong together.
  write('keys.json', { two: {} })
  change()
  await rules.reload()
  expect([await post('one', 'Quote sent'), await post('two', 'Quote sent'), await post('one', 'Quote lost')]).toEqual([
    202, 401, 422,
  ])
  expect(lines).toEqual([
    [
      'error',
      'Keys and plans could not be read again. Those from before stay.',
      { reason: expect.stringContaining(reason) as string },
    ],
  ])
})

test('a configuration file that is wrong now changes nothing', async () => {
  write('keys.json', { one: {} })
  let isWrong = false
  const { rules, lines, post } = await started(() => {
    if (isWrong) throw new Error('The configuration file is not JSON.')
    return { keys: pathOf('keys.json') }
  })
  isWrong = true
  await rules.reload()
  expect(await post('one', 'x')).toBe(202)
  expect(lines).toHaveLength(1)
})

test('of several signals at a time, the last one has read the last files', async () => {
  write('keys.json', { one: {} })
  const { rules, lines, post } = await started(() => ({ keys: pathOf('keys.json') }))
  const reloads = []
  for (let count = 0; count < 20; count++) {
    write('keys.json', { [`key-${count}`]: {} })
    reloads.push(rules.reload())
  }
  await Promise.all(reloads)
  expect(await post('key-19', 'x')).toBe(202)
  expect(lines).toHaveLength(20)
})

test('a file that is wrong at the start is an error', async () => {
  await expect(
    readDoorRules(
      () => ({ keys: pathOf('none.json') }),
      () => undefined,
    ),
  ).rejects.toThrow('ENOENT')
})

test('keys and plans may be chosen and taken away by the configuration file', async () => {
  write('keys.json', { one: {} })
  let files: RuleFiles = {}
  const { rules, post } = await started(() => files)
  expect(await post('two', 'x')).toBe(202)
  files = { keys: pathOf('keys.json') }
  await rules.reload()
  expect([await post('two', 'x'), await post('one', 'x')]).toEqual([401, 202])
  files = {}
  await rules.reload()
  expect(await post('two', 'x')).toBe(202)
})
