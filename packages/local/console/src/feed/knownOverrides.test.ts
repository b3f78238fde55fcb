import { expect, test } from 'vitest'
import type { TabConnection } from '../../../src/protocol/consoleConnections.ts'
import { overridesIn, overrideText } from './knownOverrides.ts'

const tab = (identity: string | null, value: string, isQuiet = false) =>
  ({ identity, overridden: [{ key: '__proto__', value }], ...(isQuiet && { isQuiet }) }) as unknown as TabConnection

test('overrides are known by flag and value, with the users who see them', () => {
  const known = overridesIn([tab('ada', 'true'), tab('ben', 'true'), tab('ada', '"b"'), tab('eve', '5', true)])
  const own = Object.hasOwn(known, '__proto__') ? known['__proto__'] : undefined
  expect(own).toEqual([
    { value: 'true', users: ['ada', 'ben'] },
    { value: '"b"', users: ['ada'] },
  ])
  expect(overrideText(own)).toBe('overridden with true, "b"')
  expect(overrideText(own, 'ben')).toBe('overridden with true')
  expect(overrideText(own, 'eve')).toBeUndefined()
  expect(overrideText(undefined)).toBeUndefined()
})
