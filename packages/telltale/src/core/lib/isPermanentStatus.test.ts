import { expect, it } from 'vitest'
import { isPermanentStatus } from './isPermanentStatus.ts'

it.each([401, 403, 404, 405, 413, 499])('takes %i for permanent', (status) => {
  expect(isPermanentStatus(status)).toBe(true)
})

it.each([0, 200, 304, 400, 408, 429, 500, 503])('tries again after %i', (status) => {
  expect(isPermanentStatus(status)).toBe(false)
})
