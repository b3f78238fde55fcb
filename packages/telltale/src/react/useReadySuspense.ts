import { useReady } from './useReady.ts'
import { useTelltale } from './useTelltale.ts'

/** How long is waited unless it is said, in milliseconds: the flag vendor recommends no more. */
const LIMIT_MS = 5000

/**
 * As `useReady`, and suspends until then, at most so many milliseconds: the nearest `<Suspense>` shows its fallback meanwhile.
 * Answers whether it is ready or the time was over.
 */
export function useReadySuspense(limitMs: number = LIMIT_MS): boolean {
  const { ready } = useTelltale()
  const isReady = useReady()
  if (isReady) return true
  const wait = ready.within(limitMs)
  // How a component suspends, in React 18 as well.
  if (!wait.isOver) throw wait
  return false
}
