import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { HalfMoon, SunLight } from 'iconoir-react'
import classes from './ColorSchemeButton.module.css'

export function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  return (
    <ActionIcon
      className={classes.button}
      variant="transparent"
      size="lg"
      aria-label={isDark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <SunLight width={18} height={18} /> : <HalfMoon width={18} height={18} />}
    </ActionIcon>
  )
}
