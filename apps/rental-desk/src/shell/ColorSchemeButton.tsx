import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { MoonIcon, SunIcon } from '@primer/octicons-react'
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
      {isDark ? <SunIcon size={18} /> : <MoonIcon size={18} />}
    </ActionIcon>
  )
}
