import { createTheme, Tooltip, type MantineColorsTuple } from '@mantine/core'

const starboard: MantineColorsTuple = [
  '#e8f6f0',
  '#d2eae0',
  '#a5d5c2',
  '#74bfa2',
  '#4fac88',
  '#2c9c74',
  '#14805e',
  '#0d6e50',
  '#075a41',
  '#014632',
]

// The dark scheme's background and text colours from console.css, for the library's own components.
const night: MantineColorsTuple = [
  '#e4e8e5',
  '#a5b0ad',
  '#82908c',
  '#566662',
  '#2a3634',
  '#222d2b',
  '#1c2625',
  '#161e1d',
  '#0f1514',
  '#0b100f',
]

// Warm greys that match the light scheme: the library's own greys look blue beside it.
const paper: MantineColorsTuple = [
  '#f8f7f3',
  '#f0eee8',
  '#e8e5dd',
  '#dfdbd1',
  '#cfcabf',
  '#a39f95',
  '#7c807a',
  '#525c5a',
  '#343c3a',
  '#1b2423',
]

export const theme = createTheme({
  primaryColor: 'starboard',
  primaryShade: 6,
  colors: { starboard, dark: night, gray: paper },
  fontFamily: "'Instrument Sans Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '11.5px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Names an icon to those who use the keyboard, too.
    Tooltip: Tooltip.extend({ defaultProps: { events: { hover: true, focus: true, touch: false } } }),
  },
})
