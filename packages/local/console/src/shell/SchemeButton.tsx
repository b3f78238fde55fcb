import { ActionIcon, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconBrightness, IconMoon, IconSun } from '@tabler/icons-react'

const NEXT: Readonly<Record<MantineColorScheme, MantineColorScheme>> = { auto: 'dark', dark: 'light', light: 'auto' }
const SAYS: Readonly<Record<MantineColorScheme, string>> = { auto: 'as the system', dark: 'dark', light: 'light' }
const ICONS = { auto: IconBrightness, dark: IconMoon, light: IconSun } as const

/** Light, dark, or as the system has it; remembered. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = ICONS[colorScheme]
  return (
    <Tooltip label={`Colours: ${SAYS[colorScheme]}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => setColorScheme(NEXT[colorScheme])}
        aria-label={`Colours: ${SAYS[colorScheme]}. Change them`}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  )
}
