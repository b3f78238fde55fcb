import { expect, it } from 'vitest'
import { describeJournal } from '../core/ports/journal.suite.ts'
import { indexedDbJournal } from './indexedDbJournal.ts'
import { openJournal } from './openJournal.ts'
import { timerClock } from './timerClock.ts'
import { appends, holds } from '../testing/journalWrites.ts'

let count = 0
const newName = () => `journal-test-${Date.now()}-${(count += 1)}`

describeJournal('the journal in IndexedDB', () => indexedDbJournal(newName()))
describeJournal('the journal that is opened at its first use', () =>
  openJournal(() => indexedDbJournal(newName()), timerClock),
)

it('keeps for the next page what one has written', async () => {
  const name = newName()
  const one = await indexedDbJournal<{ id: string }, { id: string }>(name)
  await one.write(holds({ id: 'a' }))
  await one.write(appends({ id: 'b' }))
  const two = await indexedDbJournal<{ id: string }, { id: string }>(name)
  expect(await two.waiting()).toEqual([{ id: 'a' }])
  expect((await two.read('anybody', 10)).map(({ entry }) => entry)).toEqual([{ id: 'b' }])
})

it('refuses, and answers nothing, once the database is gone', async () => {
  const name = newName()
  const journal = await indexedDbJournal<{ id: string }, { id: string }>(name)
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = resolve
    request.onerror = reject
  })
  expect(await journal.write(appends({ id: 'a' }))).toBe('refused')
  expect(await journal.read('anybody', 10)).toEqual([])
  expect(await journal.waiting()).toEqual([])
})

it('refuses what is nested more deeply than the browser copies, without an error in the page', async () => {
  const errors: string[] = []
  const note = (event: ErrorEvent) => {
    errors.push(event.message)
    event.preventDefault()
  }
  window.addEventListener('error', note)
  const journal = await indexedDbJournal<{ id: string }, { id: string; properties?: unknown }>(newName())
  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown
  await journal.write(holds({ id: 'a' }))
  const keeping = await journal.write([{ type: 'release', item: { id: 'a', properties: deep } }])
  window.removeEventListener('error', note)
  expect([keeping, errors]).toEqual(['refused', []])
  expect(await journal.write(appends({ id: 'b' }))).toBe('durable')
})
