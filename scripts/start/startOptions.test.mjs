import { expect, test } from 'vitest'
import { startOptions } from './startOptions.mjs'

test('without options the addresses are the documented ones', () => {
  expect(startOptions([])).toEqual({
    type: 'start',
    options: {
      port: 4800,
      servicesPort: 4801,
      data: '.telltale/events.db',
      flags: 'apps/rental-desk/telltale/flags.json',
      users: 'apps/rental-desk/telltale/users.json',
      isDev: false,
    },
  })
})

test('every option is taken', () => {
  const files = ['--data', ':memory:', '--flags', '/tmp/flags.json', '--users', '/tmp/users.json']
  expect(startOptions(['--dev', '--port', '0', '--services-port=5000', ...files])).toEqual({
    type: 'start',
    options: {
      port: 0,
      servicesPort: 5000,
      data: ':memory:',
      flags: '/tmp/flags.json',
      users: '/tmp/users.json',
      isDev: true,
    },
  })
})

test.each([
  [['--port', 'abc'], '--port must be a number from 0 to 65535, not "abc".'],
  [['--port', '70000'], '--port must be a number from 0 to 65535, not "70000".'],
  [['--port='], '--port must be a number from 0 to 65535, not "".'],
  [['--services-port', '1.5'], '--services-port must be a number from 0 to 65535, not "1.5".'],
])('%j is answered with a sentence', (args, sentence) => {
  expect(startOptions(args)).toEqual({ type: 'wrong', sentence })
})

test.each([[['--prot', '1']], [['4800']], [['--port']]])('%j is refused rather than ignored', (args) => {
  expect(startOptions(args)).toMatchObject({ type: 'wrong' })
})

test('help is asked for in two ways', () => {
  expect([startOptions(['-h']), startOptions(['--help'])]).toEqual([{ type: 'help' }, { type: 'help' }])
})
