import { Command } from 'commander'
import { expect, test } from 'vitest'
import { withStart } from './startCommand.ts'

/** What the command says to a value, before anything is started. */
function saidTo(option: string, value: string): string {
  let said = ''
  const command = withStart(new Command().exitOverride().configureOutput({ writeErr: (text) => (said += text) }))
  expect(() => command.action(() => undefined).parse([option, value], { from: 'user' })).toThrow(Error)
  return said
}

test.each([
  ['--retention-days', '0', 'a whole number from 1 to 3650'],
  ['--retention-days', '1.5', 'a whole number from 1 to 3650'],
  ['--retention-days', 'Infinity', 'a whole number from 1 to 3650'],
  ['--retention-days', '', 'a whole number from 1 to 3650'],
  ['--port', '99999', 'a whole number from 0 to 65535'],
  ['--port', '-1', 'a whole number from 0 to 65535'],
  ['--port', '48l0', 'a whole number from 0 to 65535'],
  ['--max-bytes', '0', 'a whole number, at least 1'],
  ['--per-second', '0', 'a whole number, at least 1'],
  ['--per-second-by-address', 'NaN', 'a whole number, at least 1'],
  ['--trust-proxy', 'maybe', 'It must be true or false'],
  ['--log-level', 'nope', 'Allowed choices are debug, info, warn, error, silent'],
])('%s does not take "%s", and says what it takes', (option, value, takes) => {
  const said = saidTo(option, value)
  expect(said).toContain(option)
  expect(said).toContain(takes)
})

/** What the command reads from the environment. */
function readFrom(environment: Record<string, string>, args: readonly string[] = []) {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  try {
    const command = withStart(new Command().exitOverride()).action(() => undefined)
    return command.parse(args, { from: 'user' }).opts()
  } finally {
    process.env = before
  }
}

test.each([
  ['true', true],
  ['1', true],
  ['YES', true],
  ['false', false],
  ['0', false],
  ['off', false],
])('TELLTALE_COLLECTOR_TRUST_PROXY=%s is %s', (text, isTrusted) => {
  expect(readFrom({ TELLTALE_COLLECTOR_TRUST_PROXY: text })).toMatchObject({ trustProxy: isTrusted })
})

test('--trust-proxy needs no answer, and takes the place of the environment', () => {
  expect(readFrom({}, ['--trust-proxy'])).toMatchObject({ trustProxy: true })
  expect(readFrom({ TELLTALE_COLLECTOR_TRUST_PROXY: 'true' }, ['--trust-proxy', 'false'])).toMatchObject({
    trustProxy: false,
  })
  expect(readFrom({})).not.toHaveProperty('trustProxy')
})
