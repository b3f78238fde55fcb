import { expect, test } from 'vitest'
import { tabs } from './tabs.ts'

const report = (tab: string) => ({ tab, page: '/', app: 'Desk', identity: null, flags: 'live', steps: [] })

function start() {
  let now = 0
  const { told, open, close } = tabs(() => now)
  const after = (ms: number) => {
    now += ms
    return open().map(({ tab }) => tab)
  }
  return { told, after, close }
}

test('a page that has left is gone at once, and one that is heard of no more after a while', () => {
  const { told, after, close } = start()
  told(report('here'))
  told({ ...report('left'), leaving: true })
  expect(after(1_000)).toEqual(['left', 'here'])
  expect(after(3_000)).toEqual(['here'])
  expect(after(60_000)).toEqual(['here'])
  expect(after(12_000)).toEqual([])
  close()
})

test('a page that only goes to the background tells so, and stays', () => {
  const { told, after, close } = start()
  told({ ...report('hidden'), leaving: true })
  after(1_000)
  told(report('hidden'))
  expect(after(60_000)).toEqual(['hidden'])
  close()
})
