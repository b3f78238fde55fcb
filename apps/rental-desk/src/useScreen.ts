import { useMediaQuery } from '@mantine/hooks'

export type Screen = 'narrow' | 'medium' | 'wide'

const atOnce = { getInitialValueInEffect: false }

/** The width of the viewport: `narrow` fits cards, `medium` fits a table, and `wide` fits a table with the quote beside it. */
export function useScreen(): Screen {
  const isWide = useMediaQuery('(min-width: 72em)', true, atOnce)
  const isMedium = useMediaQuery('(min-width: 48em)', true, atOnce)
  if (isWide) return 'wide'
  return isMedium ? 'medium' : 'narrow'
}
