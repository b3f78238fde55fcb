import { expect, test } from 'vitest'
import { startOptions } from './startOptions.mjs'

const DEFAULTS = {
  ...{ port: 4800, servicesPort: 4801, data: '.telltale/events.db', isDev: false },
  flags: 'apps/rental-desk/telltale/flags.json',
  users: 'apps/rental-desk/telltale/users.json',
}

test.each([
  [[], {}],
  [['--dev', '--port', '0', '--services-port=5000'], { port: 0, servicesPort: 5000, isDev: true }],
  [
    ['--data', ':memory:', '--flags', '/f.json', '--users', '/u.json'],
    { data: ':memory:', flags: '/f.json', users: '/u.json' },
  ],
])('npm start with %j starts with the default of each option that is not given', (args, given) => {
  expect(startOptions(args)).toEqual({ type: 'start', options: { ...DEFAULTS, ...given } })
})

test.each([
  [['--port', 'abc'], '--port must be a number from 0 to 65535, not "abc".'],
  [['--port', '70000'], '--port must be a number from 0 to 65535, not "70000".'],
  [['--services-port='], '--services-port must be a number from 0 to 65535, not "".'],
  [['--prot', '1'], /--prot/],
  [['4800'], /4800/],
])('npm start with %j is refused with a sentence', (args, sentence) => {
  expect(startOptions(args)).toEqual({ type: 'wrong', sentence: expect.stringMatching(sentence) })
})

test('npm start is asked for help in two ways', () => {
  expect([startOptions(['-h']), startOptions(['--help'])]).toEqual([{ type: 'help' }, { type: 'help' }])
})
