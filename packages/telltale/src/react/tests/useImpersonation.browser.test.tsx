import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Json } from '../../core/model/json.ts'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useImpersonation } from '../useTelltale.ts'

const PRIYA = { unique_identity: 'priya', user_name: 'Priya Raman' }
const SEEN_BY_SAM = { ...PRIYA, mimic_user: 'sam@hire.test' }
const SAM_AS_PRIYA = { impersonator: 'sam@hire.test', as: 'Priya Raman' }

/** A banner that tells of each of its renders, and a way to have who-am-i say something else. */
async function renderBanner() {
  const { telltale, serve } = await startLayer()
  const seen: unknown[] = []
  const Banner = () => {
    const impersonation = useImpersonation()
    seen.push(impersonation)
    return <p>{impersonation ? `${impersonation.impersonator} sees ${impersonation.as}` : 'yourself'}</p>
  }
  const screen = await render(inLayer(telltale, <Banner />))
  const report = (person: Record<string, Json>) => {
    serve({ person })
    return telltale.identity.refresh()
  }
  return { telltale, screen, seen, report }
}

it('useImpersonation returns the impersonator and the user while a user is impersonated', async () => {
  const { telltale, screen, seen, report } = await renderBanner()
  await expect.element(screen.getByText('yourself')).toBeVisible()
  await report(SEEN_BY_SAM)
  await expect.element(screen.getByText('sam@hire.test sees Priya Raman')).toBeVisible()
  expect(seen.at(-1)).toEqual(SAM_AS_PRIYA)
  await report(PRIYA)
  await expect.element(screen.getByText('yourself')).toBeVisible()
  expect(seen.at(-1)).toBeUndefined()
  telltale.close()
})

it('useImpersonation returns the same object until the impersonator or the user changes', async () => {
  const { telltale, seen, report } = await renderBanner()
  await report(SEEN_BY_SAM)
  await expect.poll(() => seen.at(-1)).toEqual(SAM_AS_PRIYA)
  const before = seen.at(-1)
  const renders = seen.length
  await report({ ...SEEN_BY_SAM, company_name: 'Northgate Events' })
  await expect.poll(() => seen.length).toBe(renders + 1)
  expect(seen.at(-1)).toBe(before)
  await report({ ...SEEN_BY_SAM, mimic_user: 'grace@hire.test' })
  await expect.poll(() => seen.at(-1)).toEqual({ ...SAM_AS_PRIYA, impersonator: 'grace@hire.test' })
  await report({ ...SEEN_BY_SAM, mimic_user: 'grace@hire.test', user_name: 'Priya R.' })
  await expect.poll(() => seen.at(-1)).toEqual({ impersonator: 'grace@hire.test', as: 'Priya R.' })
  telltale.close()
})

it('useImpersonation returns undefined after a logout', async () => {
  const { telltale, seen, report } = await renderBanner()
  await report(SEEN_BY_SAM)
  await expect.poll(() => seen.at(-1)).toEqual(SAM_AS_PRIYA)
  telltale.identity.reset()
  await expect.poll(() => seen.at(-1)).toBeUndefined()
  telltale.close()
})
