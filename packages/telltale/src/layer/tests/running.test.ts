import { expect, it } from 'vitest'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings as settings } from './sandboxSettings.suite.ts'

/** A page, in which layers can be made. */
function openPage() {
  const platform = { ...fakePlatform(), running: new Set<string>() }
  return { platform, said: () => platform.logged.filter((line) => line.includes('Two layers')) }
}

it('a second layer of an application in the same page is reported, once', () => {
  const { platform, said } = openPage()
  createTelltaleAtOnce(settings, platform)
  expect(said()).toEqual([])
  createTelltaleAtOnce(settings, platform)
  expect(said()).toEqual([
    `Telltale (layer): Two layers of "${settings.app.name}" run in this page: close() one of them. (T43)`,
  ])
})

it('a second layer is not reported in production, nor after the first was closed, nor for another application', () => {
  const { platform, said } = openPage()
  const first = createTelltaleAtOnce(settings, platform)
  createTelltaleAtOnce({ ...settings, app: { name: 'Another' } }, platform)
  createTelltaleAtOnce({ ...settings, promotion: 'production' }, platform).close()
  first.close()
  createTelltaleAtOnce(settings, platform)
  expect(said()).toEqual([])
})

it('a page that stays after its unload events, as after a download, is known as open again after half a minute', async () => {
  const { platform } = openPage()
  const telltale = createTelltaleAtOnce(settings, platform)
  const isKnown = async () => (await platform.tabs.running())?.some((name) => name.startsWith('page:'))
  await platform.settle()
  expect(await isKnown()).toBe(true)
  for (let download = 0; download < 2; download += 1) {
    platform.almostLeave()
    await platform.clock.advance(29_000)
    expect(await isKnown()).toBe(false)
    await platform.clock.advance(1_000)
    expect(await isKnown()).toBe(true)
  }
  platform.almostLeave()
  telltale.close()
  await platform.clock.advance(60_000)
  expect([await isKnown(), platform.clock.pending]).toEqual([false, 0])
})
