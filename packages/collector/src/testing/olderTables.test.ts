import { expect, test } from 'vitest'
import { migrations } from '../postgres/migrations.ts'
import { NOTHING_TO_UNDO, OLDEST, olderTables } from './olderTables.ts'

test('each migration after the oldest tables is either taken back or named as one that leaves nothing to take back', () => {
  const known = migrations
    .map((_, index) => index + 1)
    .filter((number) => number > OLDEST)
    .map((number) => [number, isTakenBack(number) !== number in NOTHING_TO_UNDO])
  expect(known).toEqual(known.map(([number]) => [number, true]))
  expect(() => olderTables('x', OLDEST - 1)).toThrow('2 migrations')
})

/** The number is that of the last line, too. */
const isTakenBack = (number: number) =>
  olderTables('x', number - 1)
    .split('\n')
    .slice(0, -1)
    .join('\n') !== olderTables('x', number).split('\n').slice(0, -1).join('\n')
