import { useDisclosure } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTrack } from 'telltale/react'
import { fleet } from './data/fleet.ts'
import classes from './Desk.module.css'
import { FleetSection } from './fleet/FleetSection.tsx'
import { QuoteDrawer } from './quote/QuoteDrawer.tsx'
import { QuotePanel } from './quote/QuotePanel.tsx'
import { emptyDraft } from './quote/quoteDraft.ts'
import { Header } from './shell/Header.tsx'
import { IdentityNotice } from './shell/IdentityNotice.tsx'
import { MaintenanceBanner } from './shell/MaintenanceBanner.tsx'
import { useScreen } from './useScreen.ts'

/** The one screen: the fleet, and a quote for one of its machines. */
export function Desk() {
  const track = useTrack()
  const screen = useScreen()
  const [draft, setDraft] = useState(emptyDraft)
  const [isQuoteOpen, { open, close }] = useDisclosure(false)
  useFleetViewed()

  const pick = useCallback(
    (number: string) => {
      setDraft((before) => ({ ...before, machine: number }))
      const machine = fleet.find((candidate) => candidate.number === number)
      if (machine) track('Machine selected', { machine: number, category: machine.category, status: machine.status })
      open()
    },
    [track, open],
  )
  const quote = <QuotePanel draft={draft} onChange={setDraft} onPick={pick} />

  return (
    <>
      <a className={classes.skip} href="#fleet">
        Skip to the fleet
      </a>
      <Header />
      <div className={classes.notices}>
        <IdentityNotice />
        <MaintenanceBanner />
      </div>
      <div className={classes.columns}>
        <main id="fleet" className={classes.fleet} tabIndex={-1}>
          <FleetSection screen={screen} picked={draft.machine} onPick={pick} />
        </main>
        {screen === 'wide' ? (
          <aside className={classes.quote} aria-label="Quote">
            <h2 className={classes.quoteTitle}>Quote</h2>
            {quote}
          </aside>
        ) : (
          <QuoteDrawer isOpen={isQuoteOpen} onClose={close}>
            {quote}
          </QuoteDrawer>
        )}
      </div>
    </>
  )
}

/** Says once that the fleet was seen: StrictMode runs effects twice. */
function useFleetViewed() {
  const track = useTrack()
  const isSaid = useRef(false)
  useEffect(() => {
    if (isSaid.current) return
    isSaid.current = true
    track('Fleet viewed', { machines: fleet.length })
  }, [track])
}
