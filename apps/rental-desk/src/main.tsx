import '@mantine/core/styles.layer.css'
import '@fontsource-variable/archivo/wdth.css'
import './theme/desk.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TelltaleProvider } from 'telltale/react'
import { App } from './App.tsx'
import { followTabs } from './session/followTabs.ts'
import { session } from './session/session.ts'
import { telltale } from './telltale.ts'
import { theme } from './theme/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')

followTabs({ session, identity: telltale.identity })

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <TelltaleProvider telltale={telltale}>
        <App />
      </TelltaleProvider>
    </MantineProvider>
  </StrictMode>,
)
