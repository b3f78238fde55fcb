import { readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { eachWithConsole, it, services } from '../testing/eachWithConsole.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import type { SampleFlags } from '../testing/startForTest.ts'

eachWithConsole()

const at = (key: string) => `/console/flags/${ENVIRONMENT}/${key}`
const pricing = { on: true, variations: [true, false], fallthrough: { variation: 0 }, offVariation: 1 }
const flag = async (key: string) => {
  const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
  return ((await answer.json()) as Record<string, { value: unknown }>)[key]?.value
}

describe('editing a flag in flags.json', () => {
  test('keeps every other line of the file', async () => {
    const before = await readFile(services.flagsFile, 'utf8')
    const { flags } = JSON.parse(before) as SampleFlags
    const draft = { ...flags['quote-layout'], fallthrough: { variation: 1 } }
    expect((await it.command('PUT', at('quote-layout'), draft)).status).toBe(200)
    const after = await readFile(services.flagsFile, 'utf8')
    const lines = (text: string) => text.split('\n')
    const changed = lines(after).filter((line, index) => line !== lines(before)[index])
    expect(changed.map((line) => line.trim())).toEqual(['"version": 3,', '"fallthrough": { "variation": 1 },'])
  })

  test('adds one line to a file with one flag per line', async () => {
    const lines = [
      '{',
      `  "environments": { "production": "${ENVIRONMENT}", "staging": "desk-staging" },`,
      '  "flags": {',
      '    "a": { "on": true, "variations": [true, false] },',
      '    "b": { "on": true, "variations": [true, false] }',
      '  },',
      '  "segments": { "beta": { "included": ["u:1"] } }',
      '}',
    ]
    await writeFile(services.flagsFile, lines.join('\n'))
    const there = (text: string) =>
      lines.filter((line) => !text.split('\n').some((one) => one === line || one === `${line},`))
    for (const key of ['a', 'c']) {
      expect((await it.command('PUT', at(key), { ...pricing, on: false })).status).toBe(200)
      expect(there(await readFile(services.flagsFile, 'utf8'))).toEqual([])
    }
  })

  test('keeps unrelated nulls of an export', async () => {
    const lines = [
      '{',
      `  "environments": { "production": "${ENVIRONMENT}" },`,
      '  "flags": {',
      '    "a": {',
      '      "on": false,',
      '      "variations": [true, false],',
      '      "fallthrough": { "variation": 0, "rollout": null },',
      '      "targets": null,',
      '      "debugEventsUntilDate": null,',
      '      "description": null',
      '    }',
      '  }',
      '}',
    ]
    await writeFile(services.flagsFile, lines.join('\n'))
    expect((await it.command('POST', '/console/flags/a', { on: true })).status).toBe(200)
    const now = (await readFile(services.flagsFile, 'utf8')).split('\n')
    expect(lines.filter((line) => !now.some((one) => one === line || one === `${line},`))).toEqual([
      '      "on": false,',
    ])
  })

  test('reports an error, and keeps the flag in use, if the file was removed', async () => {
    await rm(services.flagsFile)
    expect(await it.command('PUT', at('new-layout'), pricing)).toMatchObject({
      status: 500,
      body: { message: expect.stringMatching(/^Nothing was changed: ENOENT.*flags\.json/) as string },
    })
    expect(services.logged.filter((line) => line.includes('failed'))).toEqual([])
  })

  test('keeps a byte order mark', async () => {
    await writeFile(services.flagsFile, `\ufeff${await readFile(services.flagsFile, 'utf8')}`)
    expect((await it.command('PUT', at('new-layout'), pricing)).status).toBe(200)
    expect((await readFile(services.flagsFile, 'utf8')).startsWith('\ufeff{')).toBe(true)
    expect(await flag('new-layout')).toBe(true)
  })

  test('is refused for a duplicate key: the edit would change the first, but the last is in use', async () => {
    const text = await readFile(services.flagsFile, 'utf8')
    const twice = '"flags": {\n    "new-pricing": { "variations": [1, 2] },'
    await writeFile(services.flagsFile, text.replace('"flags": {', twice))
    const before = await readFile(services.flagsFile, 'utf8')
    for (const [method, path] of [
      ['PUT', at('new-pricing')],
      ['DELETE', at('new-pricing')],
    ] as const)
      expect(await it.command(method, path, pricing)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('twice') as string },
      })
    expect(await it.command('POST', '/console/flags/new-pricing', { on: false })).toMatchObject({ status: 409 })
    expect(await readFile(services.flagsFile, 'utf8')).toBe(before)
  })
})
