import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfigFile } from './configFile.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'config-file-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function saidTo(text: string): string {
  const file = join(folder, 'collector.json')
  writeFileSync(file, text)
  try {
    readConfigFile(file)
  } catch (error) {
    return (error as Error).message.replaceAll(file, 'collector.json')
  }
  throw new Error('It was taken.')
}

const NOT_AN_OPTION = 'which is not an option there.'

test.each([
  ['{ "prot": 1 }', `collector.json has "prot", ${NOT_AN_OPTION} Did you mean "port"?`],
  ['{ "retention-days": 1 }', `collector.json has "retention-days", ${NOT_AN_OPTION} Did you mean "retentionDays"?`],
  ['{ "ADMIN_TOKEN": "x" }', `collector.json has "ADMIN_TOKEN", ${NOT_AN_OPTION} Did you mean "adminToken"?`],
  ['{ "orgin": [] }', `collector.json has "orgin", ${NOT_AN_OPTION} Did you mean "origin"?`],
  ['{ "telemetry": true }', `collector.json has "telemetry", ${NOT_AN_OPTION} Leave it out: --help lists the options.`],
  ['{ "config": "x" }', `collector.json has "config", ${NOT_AN_OPTION} Leave it out: --help lists the options.`],
  ['{ "__proto__": 1 }', `collector.json has "__proto__", ${NOT_AN_OPTION} Leave it out: --help lists the options.`],
  [
    '{ "constructor": 1 }',
    `collector.json has "constructor", ${NOT_AN_OPTION} Leave it out: --help lists the options.`,
  ],
  ['{ "help": 1 }', `collector.json has "help", ${NOT_AN_OPTION} Leave it out: --help lists the options.`],
  ['{ "": 1 }', `collector.json has "", ${NOT_AN_OPTION} Leave it out: --help lists the options.`],
  ['{ "--port": 1 }', `collector.json has "--port", ${NOT_AN_OPTION} Did you mean "port"?`],
  ['{ "port": "4810" }', '"port" in collector.json is invalid. It must be a whole number from 0 to 65535.'],
  ['{ "port": 48.5 }', '"port" in collector.json is invalid. It must be a whole number from 0 to 65535.'],
  ['{ "trustProxy": "false" }', '"trustProxy" in collector.json is invalid. It must be true or false.'],
  ['{ "host": 1 }', '"host" in collector.json is invalid. It must be a text in quotation marks.'],
  ['{ "plan": "a.json" }', '"plan" in collector.json is invalid. It must be a list of texts, such as ["one", "two"].'],
  ['{ "origin": [] }', '"origin" in collector.json is invalid. It must not be empty.'],
  [
    '{ "origin": ["https://a.example.com/"] }',
    '"origin" in collector.json is invalid. The origin https://a.example.com/ must be like https://app.example.com, without a path.',
  ],
  ['{ "redact": "(" }', '"redact" in collector.json is invalid. It must be a regular expression.'],
  ['{ "schema": " " }', '"schema" in collector.json is invalid. It must not be empty.'],
  ['[]', 'collector.json must be an object of options, such as { "port": 4810 }.'],
  ['null', 'collector.json must be an object of options, such as { "port": 4810 }.'],
  ['"x"', 'collector.json must be an object of options, such as { "port": 4810 }.'],
])('%s ends with a sentence that says what to do', (text, said) => {
  expect(saidTo(text)).toBe(said)
})

test.each(['', ' ', 'port: 4810', "{ 'port': 4810 }", '{ "port": 4810, }', '{ "adminToken": "hunter2", "port" }'])(
  'a file that is not JSON (%j) is named, and not quoted',
  (text) => {
    const said = saidTo(text)
    expect(said).toMatch(
      /^The configuration file collector.json is not JSON( at line 1)?. Write it like \{ "port": 4810 \}\.$/,
    )
  },
)

test('the line is named where JSON breaks off', () => {
  expect(saidTo('{\n  "adminToken": "hunter2",\n  "port": 48l0\n}')).toMatch(/not JSON at line 3\.(?!.*hunter2)/)
})

test.each([
  ['of another place', () => join(folder, 'missing.json'), 'ENOENT'],
  ['that is a folder', () => folder, 'EISDIR'],
])('a file %s ends with a sentence', (_, fileOf, code) => {
  expect(() => readConfigFile(fileOf())).toThrow(
    `The configuration file ${fileOf()} cannot be read: ${code}. Set --config to a file of JSON.`,
  )
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read ends with a sentence', () => {
  const file = join(folder, 'closed.json')
  writeFileSync(file, '{}')
  chmodSync(file, 0)
  expect(() => readConfigFile(file)).toThrow('cannot be read: EACCES')
})

test('a file has values of every kind', () => {
  const file = join(folder, 'whole.json')
  writeFileSync(file, '{ "port": 1, "trustProxy": false, "plan": ["a.json"], "redact": "x", "host": "::" }')
  expect(readConfigFile(file)).toEqual({ port: 1, trustProxy: false, plan: ['a.json'], redact: /x/i, host: '::' })
})
