import { useCallback, useState, type MouseEvent } from 'react'
import { useTrack } from 'telltale/react'
import { Route, Switch } from 'wouter'
import { ConsentDialogue } from './consent/ConsentDialogue.tsx'
import { fleet } from './data/fleet.ts'
import { EventTrace } from './delivery/EventTrace.tsx'
import classes from './Desk.module.css'
import { FleetPage } from './fleet/FleetPage.tsx'
import { machinesNow } from './fleet/machinesNow.ts'
import { emptyDraft } from './quote/quoteDraft.ts'
import { QuotesPage } from './quote/QuotesPage.tsx'
import { RentalPage } from './rentals/RentalPage.tsx'
import { rentals } from './rentals/rentals.ts'
import { RentalsPage } from './rentals/RentalsPage.tsx'
import { session } from './session/session.ts'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { Header } from './shell/Header.tsx'
import { NoSuchPage } from './shell/NoSuchPage.tsx'
import { Notices } from './shell/Notices.tsx'
import { focusTitle, useFocusOnNavigation } from './shell/useFocusOnNavigation.ts'

/** The pages for a signed-in user. Keeps the draft of the quote while the user navigates between pages. */
export function Desk() {
  const track = useTrack()
  const [draft, setDraft] = useState(emptyDraft)
  useFocusOnNavigation(session.sitting > 0)

  const pick = useCallback(
    (number: string) => {
      setDraft((before) => ({ ...before, machine: number }))
      const machine = machinesNow(fleet, rentals.get()).find((candidate) => candidate.number === number)
      if (machine) track('Machine selected', { machine: number, category: machine.category, status: machine.status })
    },
    [track],
  )
  const skip = (click: MouseEvent) => {
    // Following the link would add `#page` to the URL of the page, and so to the URLs in later events.
    click.preventDefault()
    // A ring around the title says more than a frame around the whole page.
    focusTitle()
  }
  const quote = { draft, onChange: setDraft, onPick: pick }

  return (
    <>
      <a className={classes.skip} href="#page" onClick={skip}>
        Skip to the page
      </a>
      <Header />
      <Notices />
      <main id="page" className={classes.main}>
        <Switch>
          <Route path="/">
            <FleetPage {...quote} />
          </Route>
          <Route path="/rentals">
            <RentalsPage />
          </Route>
          <Route path="/rentals/:id">{({ id }) => <RentalPage key={id} id={id} />}</Route>
          <Route path="/quotes">
            <QuotesPage {...quote} />
          </Route>
          <Route path="/settings">
            <SettingsPage />
          </Route>
          <Route>
            <NoSuchPage />
          </Route>
        </Switch>
      </main>
      <EventTrace />
      <ConsentDialogue />
    </>
  )
}
