import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useIdentity } from '../useTelltale.ts'

it('useIdentity returns the current user, and renders again when the user changes but not when who-am-i confirms the user', async () => {
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
