import { createRoot } from 'react-dom/client'
import { TelltaleProvider } from 'telltale/react'
import { QuoteForm } from './QuoteForm'
import { telltale } from './telltale'

createRoot(document.getElementById('root')!).render(
  <TelltaleProvider telltale={telltale}>
    <QuoteForm />
  </TelltaleProvider>,
)
