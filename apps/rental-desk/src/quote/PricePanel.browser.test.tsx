import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderDesk } from '../testing/renderDesk.tsx'
import { PricePanel } from './PricePanel.tsx'
import { PriceToCome } from './PriceToCome.tsx'

const panel = (
  <Suspense fallback={<PriceToCome />}>
    <PricePanel dayRate={620} days={10} isReversed={false} />
  </Suspense>
)
const loading = { flags: { 'new-pricing': true }, isLoading: true }

test('PricePanel shows the fallback until the flags have loaded, then the price for their values', async () => {
  const { screen, telltale } = await renderDesk(panel, loading)
  await expect.element(screen.getByLabelText('Loading prices')).toBeVisible()
  await telltale.advance(1000)
  await telltale.finishLoading()
  await expect.element(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('$4,557')
  telltale.close()
})

test('PricePanel shows the day-rate price after three seconds without flags, and the weekly price once they load', async () => {
  const { screen, telltale } = await renderDesk(panel, loading)
  await telltale.advance(3000)
  await expect.element(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('$6,200')
  await telltale.finishLoading()
  await expect.element(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('$4,557')
  telltale.close()
})
