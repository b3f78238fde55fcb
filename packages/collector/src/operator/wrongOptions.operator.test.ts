import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placeForTests } from './place.ts'
import { plainEnvironment, telltaleCollector } from './runProgram.ts'

const path = placeForTests()

/** A variable, its wrong value, and what the sentence has to name. Each is an argument, too. */
const WRONG = [
  ['store', 'mysql://db.example/telltale', /store/i],
  ['port', 'eighty', /port/],
  ['port', '70000', /port/],
  ['host', 'nowhere.invalid', /nowhere\.invalid/],
  ['origin', 'app.example.com', /origin/i],
  ['origin', 'https://app.example.com/quotes', /origin/i],
  ['keys', 'missing.json', /missing\.json.*ENOENT/],
  ['keys', 'broken.json', /broken\.json/],
  ['keys', 'list.json', /list\.json/],
  ['admin-token', 'short', /16 characters/],
  ['plan', 'missing.json', /missing\.json.*ENOENT/],
  ['plan', 'broken.json', /broken\.json/],
  ['redact', '(', /redact/],
  ['kafka', 'one:9092/events', /kafka/i],
  ['retention-days', '0', /retention-days/],
  ['retention-days', 'month', /retention-days/],
  ['max-bytes', '1GB', /max-bytes/],
  ['per-second', '-1', /per-second/],
  ['per-second-by-address', '0', /per-second-by-address/],
  ['trust-proxy', 'maybe', /trust-proxy/],
  ['log-level', 'loud', /log-level/],
] as const

const variableOf = (name: string) => `TELLTALE_COLLECTOR_${name.toUpperCase().replaceAll('-', '_')}`
const LINE = ['--port', '0', '--host', '127.0.0.1', '--store', 'events.db']

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = path(`run-${performance.now()}`)
  mkdirSync(cwd)
  writeFileSync(`${cwd}/broken.json`, '{ "quotes-web": ')
  writeFileSync(`${cwd}/list.json`, '[1]')
  return telltaleCollector(args, { cwd, env: { ...plainEnvironment(), ...env }, timeout: 5000 })
}

/** Exit code 1 and one sentence for people, which may be wrapped, and no place in the code. */
function expectSentence({ code, out, error }: ReturnType<typeof start>, naming: RegExp): void {
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(error.replaceAll('\n', ' ')).toMatch(naming)
  expect(error).not.toMatch(/^\s+at /m)
  expect(error.trim().split('\n').length).toBeLessThanOrEqual(2)
}

const without = (name: string) => {
  const at = LINE.indexOf(`--${name}`)
  return at === -1 ? LINE : LINE.filter((_, index) => index !== at && index !== at + 1)
}

describe.each(WRONG)('--%s %s', (name, value, naming) => {
  it('as an argument ends the start with 1 and a sentence that names it', () => {
    expectSentence(start([...without(name), `--${name}=${value}`]), naming)
  })

  it('in the environment ends the start with 1 and a sentence that names it', () => {
    expectSentence(start(without(name), { [variableOf(name)]: value }), naming)
  })
})

it.each([
  ['is not there', undefined, /collector\.json.*ENOENT/],
  ['is not JSON', '{ "port": ', /collector\.json/],
  ['is no object', '[]', /collector\.json/],
  ['has a name that is no option', '{ "retentionDay": 31 }', /retentionDay\b/],
  ['has a number that is none', '{ "retentionDays": "month" }', /retention-?days/i],
  ['has a port out of range', '{ "port": 70000 }', /port/],
  ['has an answer that is neither true nor false', '{ "trustProxy": "maybe" }', /trust-?proxy/i],
  ['has an origin with a path', '{ "origin": ["https://app.example.com/quotes"] }', /origin/],
  ['has a list where one is expected', '{ "redact": ["card"] }', /redact/],
] as const)('a configuration file that %s ends the start with 1 and a sentence that names it', (_, text, naming) => {
  const cwd = path(`file-${performance.now()}`)
  mkdirSync(cwd)
  if (text !== undefined) writeFileSync(`${cwd}/collector.json`, text)
  const args = ['--config', 'collector.json', ...(text?.includes('port"') ? without('port') : LINE)]
  const said = telltaleCollector(args, { cwd, timeout: 5000 })
  expect(said.error).not.toContain('unknown option')
  expectSentence(said, naming)
})

it('a start with right options ends with no such sentence', () => {
  expect(() => expectSentence(start(LINE), /./)).toThrow()
})

it('an option that is misspelt ends the start with 1 and the one that may be meant', () => {
  expectSentence(start([...LINE, '--retension-days', '31']), /retension-days.*--retention-days/)
})
