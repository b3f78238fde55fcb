import { expect, test } from 'vitest'
import { isRefused } from './goTool.mjs'

test.each([
  ['go: example.org/a@v1: reading https://proxy.example.org/a/@v/v1.info: 403 Forbidden', true],
  ['go: example.org/a@v1: reading …: 404 Not Found\n\tserver response: not found', true],
  ['go: example.org/a@v1: dial tcp: connection refused', false],
  ['go: example.org/a@v1 requires go >= 1.26 (running go 1.24.1; GOTOOLCHAIN=local)', false],
  ['main.go:404: undefined: x\nmain.go:12:403: undefined: y', false],
])('the module proxy refuses a tool only if it answers so: %s → %s', (output, expected) => {
  expect(isRefused(output)).toBe(expected)
})
