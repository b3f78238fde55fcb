import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freeBytes } from './freeBytes.ts'

test.each([join(tmpdir(), 'events.db'), `file://${join(tmpdir(), 'events.db')}`])(
  'the disk of a file has free bytes: %s',
  async (store) => {
    expect(await freeBytes(store)?.()).toBeGreaterThan(0)
  },
)

test.each([':memory:', 'postgres://one/events', 'kafka://one:9092/events'])('%s has no disk here', (store) => {
  expect(freeBytes(store)).toBeUndefined()
})

test('a folder that is gone is an error, and not a full disk', async () => {
  await expect(freeBytes(join(tmpdir(), 'there-is-no-such-folder', 'events.db'))?.()).rejects.toThrow('ENOENT')
})
