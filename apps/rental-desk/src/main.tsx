import '@mantine/core/styles.layer.css'
import '@fontsource-variable/archivo/wdth.css'
import './theme/desk.css'
import { MantineProvider } from '@mantine/core'
import { IconoirProvider } from 'iconoir-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TelltaleProvider } from 'telltale/react'
import { App } from './App.tsx'
import { telltale } from './telltale.ts'
import { theme } from './theme/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <IconoirProvider iconProps={{ strokeWidth: 2 }}>
        <TelltaleProvider telltale={telltale}>
          <App />
        </TelltaleProvider>
      </IconoirProvider>
    </MantineProvider>
  </StrictMode>,
)
