import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { VERSION } from './flagDiagnostics.ts'

test('the version that is sent to the service is that of the package', () => {
  expect(VERSION).toBe(manifest.version)
})
