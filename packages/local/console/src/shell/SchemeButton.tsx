import { ActionIcon, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react'

const NEXT: Readonly<Record<MantineColorScheme, MantineColorScheme>> = { auto: 'dark', dark: 'light', light: 'auto' }
const SAYS: Readonly<Record<MantineColorScheme, string>> = { auto: 'system', dark: 'dark', light: 'light' }
const ICONS = { auto: DeviceDesktopIcon, dark: MoonIcon, light: SunIcon } as const

/** Switches between light, dark and the system's scheme. The choice is stored. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = ICONS[colorScheme]
  return (
    <Tooltip label={`Colour scheme: ${SAYS[colorScheme]}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => setColorScheme(NEXT[colorScheme])}
        aria-label={`Colour scheme: ${SAYS[colorScheme]}. Change it`}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
