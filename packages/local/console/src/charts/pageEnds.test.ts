import { expect, test } from 'vitest'
import { pageEnds } from './pageEnds.ts'

test('a page that is heard has not ended, and one that is quiet, gone or unknown has', () => {
  const page = { page: '/', app: 'Desk', lastSeenAt: 7 }
  const tab = { ...page, identity: null, flags: 'live', openedAt: 1 }
  const endOf = pageEnds({
    tabs: [
      { ...tab, tab: 'heard' },
      { ...tab, tab: 'quiet', isQuiet: true, lastSeenAt: 5 },
    ],
    gone: [{ ...page, tab: 'gone', lastSeenAt: 3 }],
  })
  expect(['heard', 'quiet', 'gone', 'unknown', undefined].map(endOf)).toEqual([Infinity, 5, 3, 0, 0])
})
