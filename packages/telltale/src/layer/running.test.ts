import { expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
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
