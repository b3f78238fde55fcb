import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useIdentity } from './useIdentity.ts'
import { useImpersonation } from './useImpersonation.ts'

it('shows who is signed in, renders again when that changes, and not when it is confirmed', async () => {
  const { telltale } = await startLayer()
  let renders = 0
  const Who = () => {
    const identity = useIdentity()
    renders += 1
    return <p>{identity.status === 'known' ? identity.displayIdentity : identity.status}</p>
  }
  const screen = await render(inLayer(telltale, <Who />))
  await expect.element(screen.getByText('Ida Berg')).toBeVisible()
  await telltale.identity.refresh()
  await screen.rerender(inLayer(telltale, <Who />))
  expect(renders).toBe(2)
  telltale.identity.reset()
  await expect.element(screen.getByText('unknown')).toBeVisible()
  telltale.close()
})

it('tells who looks at the application as whom, in the same object until that changes', async () => {
  const { telltale, serve } = await startLayer()
  const seen: unknown[] = []
  const Banner = () => {
    seen.push(useImpersonation())
    return null
  }
  await render(inLayer(telltale, <Banner />))
  const mimicked = { unique_identity: 'ida', user_name: 'Ida Berg', mimic_user: 'sam@hire.test' }
  serve({ person: mimicked })
  await telltale.identity.refresh()
  await expect.poll(() => seen.at(-1)).toEqual({ impersonator: 'sam@hire.test', as: 'Ida Berg' })
  const before = seen.at(-1)
  serve({ person: { ...mimicked, company_name: 'Berg Hire' } })
  await telltale.identity.refresh()
  await expect.poll(() => seen.length).toBe(3)
  expect([seen[0], seen.at(-1) === before]).toEqual([undefined, true])
  telltale.close()
})
