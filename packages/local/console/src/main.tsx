import '@fontsource-variable/instrument-sans/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import './console.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './Console.tsx'
import { styleNonce } from './shell/styleNonce.ts'
import { theme } from './theme.ts'

const nonce = styleNonce()
// The library that locks the page's scrolling behind a dialog looks for it here.
Object.assign(globalThis, { __webpack_nonce__: nonce })
const root = document.getElementById('root')

if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Console />
      </MantineProvider>
    </StrictMode>,
  )
