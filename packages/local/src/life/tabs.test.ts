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

test('a page that has closed is removed immediately, and a page that is silent is removed after a while', () => {
  const { told, after, close } = start()
  told(report('here'))
  told({ ...report('left'), leaving: true })
  expect(after(1_000)).toEqual(['left', 'here'])
  expect(after(3_000)).toEqual(['here'])
  expect(after(60_000)).toEqual(['here'])
  expect(after(12_000)).toEqual([])
  close()
})

test('a page that moves to the background reports so and is kept', () => {
  const { told, after, close } = start()
  told({ ...report('hidden'), leaving: true })
  after(1_000)
  told(report('hidden'))
  expect(after(60_000)).toEqual(['hidden'])
  close()
})
