import { fetchedLater } from '../shell/fetchedLater.tsx'

/** The charts, loaded together with the chart library on first use. */
export const ChartsView = fetchedLater(
  async () => (await import('./ChartsView.tsx')).ChartsView,
  () => null,
)
