import { describe, expect, it } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createMarks } from './marks.ts'

const HOUR_MS = 3_600_000

/** Opens pages of one browser, which share a clock. */
function openBrowser() {
  const { storage } = fakeDisk()
  const { clock } = fakePlatform()
  return { clock, storage, open: () => createMarks('!', { clock, storage }) }
}

describe('a user whom a page has forgotten', () => {
  it('is not forgotten again when two pages have deleted the same, one of them twice', () => {
    const { open } = openBrowser()
    const first = open()
    first.set('ida')
    const second = open()
    for (let time = 1; time <= 2; time += 1) second.end(['ida'])
    const third = open()
    first.end(['ida'])
    expect([second, third].map((page) => page.isNew('ida'))).toEqual([false, false])
  })

  it('is not forgotten again when the mark was removed before a page has deleted everything', async () => {
    const { clock, storage, open } = openBrowser()
    const first = open()
    first.set('ida')
    const second = open()
    second.end(['ida'])
    await clock.advance(HOUR_MS)
    open()
    expect(second.isNew('ida')).toBe(false)
    expect(storage.keys('!')).toEqual([])
    const third = open()
    first.end(['ida'])
    expect([second, third].map((page) => page.isNew('ida'))).toEqual([false, false])
  })

  it.each([true, false])('is forgotten by a page that hears of it late, after a full storage: %s', async (isFull) => {
    const { clock, storage, open } = openBrowser()
    const [first, second] = [open(), open()]
    const { set } = storage
    if (isFull) storage.set = () => false
    first.set('ida')
    storage.set = set
    if (!isFull) await clock.advance(HOUR_MS)
    first.end(['ida'])
    expect(second.isNew('ida')).toBe(true)
    expect(second.isNew('ida')).toBe(false)
  })
})
