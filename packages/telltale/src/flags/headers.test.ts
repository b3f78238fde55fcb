import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { VERSION } from './headers.ts'

test('the version that the service is told is the package’s', () => {
  expect(VERSION).toBe(manifest.version)
})
