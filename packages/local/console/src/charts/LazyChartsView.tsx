import { fetchedLater } from '../shell/fetchedLater.tsx'

/** The charts, fetched with the library that draws them when they are first looked at. */
export const ChartsView = fetchedLater(
  async () => (await import('./ChartsView.tsx')).ChartsView,
  () => null,
)
