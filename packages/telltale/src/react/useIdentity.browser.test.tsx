import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { inLayer } from './inLayer.suite.tsx'
import { startLayer } from './startLayer.suite.ts'
import { useIdentity } from './useTelltale.ts'

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
