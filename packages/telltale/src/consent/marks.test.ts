import { describe, expect, it } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createMarks } from './marks.ts'

const PREFIX = 'consent:!'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A browser in which pages are opened, all with one clock. */
function openBrowser() {
  const { storage } = fakeDisk()
  const { clock } = fakePlatform()
  return { storage, clock, open: () => createMarks(PREFIX, { clock, storage }) }
}

describe('a mark', () => {
  it('is open, with the time at which it was set, until what it is for is deleted', () => {
    const { clock, open } = openBrowser()
    const marks = open()
    expect([marks.open(), marks.openUntil('ida')]).toEqual([[], Number.NaN])
    marks.set('ida')
    expect([marks.open(), marks.openUntil('ida'), marks.openUntil('otto')]).toEqual([['ida'], clock.now(), Number.NaN])
    marks.end(['ida'])
    expect([marks.open(), marks.openUntil('ida')]).toEqual([[], Number.NaN])
  })

  it('of what is denied leaves nothing when it has ended', () => {
    const { open, storage } = openBrowser()
    const marks = open()
    marks.set()
    expect([marks.open(), storage.keys('')]).toEqual([[''], [PREFIX]])
    marks.end([''])
    expect([marks.open(), storage.keys('')]).toEqual([[], []])
  })

  it('does not end with another one', () => {
    const { open } = openBrowser()
    const marks = open()
    marks.set()
    marks.set('ida')
    marks.end(['ida'])
    expect(marks.open()).toEqual([''])
    expect(open().open()).toEqual([''])
  })

  it('of a page that has ended is found by the next one, with its time', async () => {
    const { clock, open, storage } = openBrowser()
    storage.set('consent:', 'a decision')
    open().set('ida')
    const at = clock.now()
    await clock.advance(10 * MINUTE_MS)
    const next = open()
    expect([next.open(), next.openUntil('ida')]).toEqual([['ida'], at])
  })

  it('that has ended is not open on the next page', () => {
    const { open } = openBrowser()
    const marks = open()
    marks.set('ida')
    marks.end(['ida'])
    expect(open().open()).toEqual([])
  })
})

describe('a mark that has ended', () => {
  const endedBefore = async (ms: number) => {
    const { clock, open, storage } = openBrowser()
    const marks = open()
    marks.set('ida')
    marks.end(['ida'])
    await clock.advance(ms)
    open()
    return storage.keys('')
  }

  it('is there for a minute', async () => {
    expect(await endedBefore(MINUTE_MS - 1)).toEqual([`${PREFIX}ida`])
    expect(await endedBefore(MINUTE_MS)).toEqual([])
  })

  it.each([{ at: Date.UTC(2100, 0, 1) }, { at: 'soon' }, {}])('is removed if its time cannot be: %j', (stored) => {
    const { open, storage } = openBrowser()
    storage.set(`${PREFIX}ida`, JSON.stringify({ ...stored, isDone: true }))
    open()
    expect(storage.keys('')).toEqual([])
  })
})

describe('a user whom another tab forgets', () => {
  it('is new once, also when what was to be deleted is deleted already', () => {
    const { open } = openBrowser()
    const [first, second] = [open(), open()]
    expect(second.isNew('ida')).toBe(false)
    first.set('ida')
    first.end(['ida'])
    expect([second.isNew('ida'), second.isNew('ida'), second.isNew('otto')]).toEqual([true, false, false])
  })

  it('is new again when it happens again', async () => {
    const { clock, open } = openBrowser()
    const [first, second] = [open(), open()]
    first.set('ida')
    expect(second.isNew('ida')).toBe(true)
    await clock.advance(1)
    first.set('ida')
    expect(second.isNew('ida')).toBe(true)
  })

  it('is not new to the tab itself, or to a page that is opened later', () => {
    const { open } = openBrowser()
    const first = open()
    first.set('ida')
    expect([first.isNew('ida'), open().isNew('ida')]).toEqual([false, false])
    first.end(['ida'])
    expect([first.isNew('ida'), open().isNew('ida')]).toEqual([false, false])
  })

  it('is not new when the mark is gone', () => {
    const { open, storage } = openBrowser()
    const [first, second] = [open(), open()]
    first.set('ida')
    second.isNew('ida')
    storage.remove(`${PREFIX}ida`)
    expect(second.isNew('ida')).toBe(false)
  })
})

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
    expect(storage.keys(PREFIX)).toEqual([])
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
