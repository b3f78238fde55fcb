import { expect, test } from 'vitest'
import { engineOptions } from './engineOptions.mjs'

test.each([
  ['nothing: all engines, all files', [], ['chromium', 'firefox', 'webkit'], []],
  ['an engine', ['webkit'], ['webkit'], []],
  ['two engines, in the order in which they are played', ['webkit', 'firefox'], ['firefox', 'webkit'], []],
  ['a file', ['backForward'], ['chromium', 'firefox', 'webkit'], ['backForward']],
  [
    'an engine and files, behind a second --',
    ['firefox', '--', 'killed', 'hanging'],
    ['firefox'],
    ['killed', 'hanging'],
  ],
])('npm run test:engines is given %s', (_what, args, engines, filters) => {
  expect(engineOptions(args)).toEqual({ type: 'run', engines, filters })
})

test('an option that is not known is named', () => {
  expect(engineOptions(['firefox', '--quick'])).toEqual({ type: 'wrong', sentence: 'Unknown option --quick.' })
})

test('help is asked for with -h or --help', () => {
  expect([engineOptions(['-h']), engineOptions(['webkit', '--help'])]).toEqual([{ type: 'help' }, { type: 'help' }])
})
