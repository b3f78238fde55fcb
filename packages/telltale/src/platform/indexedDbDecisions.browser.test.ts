import { expect, test } from 'vitest'
import { describeDecide } from '../core/ports/decide.suite.ts'
import { result } from './indexedDb.ts'
import { indexedDbDecisions } from './indexedDbDecisions.ts'

let count = 0
const newPrefix = () => `test ${Date.now()}-${(count += 1)}:`

describeDecide('decisions in IndexedDB', () => {
  const prefix = newPrefix()
  return [indexedDbDecisions(prefix), indexedDbDecisions(prefix)]
})

test('the latest 1,000 decisions are kept, and no more', async () => {
  const prefix = newPrefix()
  const decide = indexedDbDecisions(prefix)
  for (let index = 0; index < 1_010; index += 1) await decide(`name ${index}`, 'first')
  const database = await result(indexedDB.open(`${prefix}decisions`))
  expect(await result(database.transaction('decisions').objectStore('decisions').count())).toBe(1_000)
  database.close()
  expect(await decide('name 9', 'second')).toBe('second')
  expect(await decide('name 1009', 'second')).toBe('first')
})

test('without IndexedDB nothing is decided, and with it something is, after all', async () => {
  const prefix = newPrefix()
  const decide = indexedDbDecisions(prefix)
  const { open } = indexedDB
  Object.defineProperty(indexedDB, 'open', {
    configurable: true,
    value() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(await decide('a', 'first')).toBeUndefined()
  Object.defineProperty(indexedDB, 'open', { configurable: true, value: open })
  expect(await decide('a', 'second')).toBe('second')
})
