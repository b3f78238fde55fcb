import { fetchedLater } from '../shell/fetchedLater.tsx'

/** How often a flag was served, loaded together with the chart library on first use. */
export const FlagServed = fetchedLater(
  async () => (await import('./FlagServed.tsx')).FlagServed,
  () => null,
)
