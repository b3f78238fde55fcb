import { ArrowLeftIcon } from '@primer/octicons-react'
import { useIdentity, useTrackView } from 'telltale/react'
import { Link } from 'wouter'
import { fleet } from '../data/fleet.ts'
import { RentalMap } from '../map/RentalMap.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Page } from '../shell/Page.tsx'
import { useStore } from '../useStore.ts'

import type { Rental } from './rental.ts'
import { RentalActions } from './RentalActions.tsx'
import { RentalFacts } from './RentalFacts.tsx'
import { RentalHistory } from './RentalHistory.tsx'
import classes from './RentalPage.module.css'
import { rentals } from './rentals.ts'
import { OWN_COMPANY, rentalsFor } from './rentalsFor.ts'
import { rentalState } from './rentalState.ts'
import { RentalStateLabel } from './RentalStateLabel.tsx'

const back = (
  <Link className={classes.back} href="/rentals">
    <ArrowLeftIcon size={16} aria-hidden="true" />
    All rentals
  </Link>
)

/** The page of one rental, with its details, actions, map and history. */
export function RentalPage({ id }: { id: string }) {
  const identity = useIdentity()
  const rental = rentalsFor(identity, useStore(rentals)).find((one) => one.id === id)
  const isMissing = !rental && identity.status !== 'resolving'
  const isDesk = identity.status === 'known' && identity.person.company_id === OWN_COMPANY
  return (
    // One page for each of them, so that the focus stays on its title.
    <Page
      title={isMissing ? 'No such rental' : id}
      above={back}
      beside={rental && <RentalStateLabel rental={rental} />}
    >
      {rental && <KnownRental rental={rental} isDesk={isDesk} />}
      {isMissing && (
        <Empty text={`There is no rental ${id}, or you may not see it.`} action="Show all rentals" href="/rentals" />
      )}
    </Page>
  )
}

function KnownRental({ rental, isDesk }: { rental: Rental; isDesk: boolean }) {
  const machine = fleet.find(({ number }) => number === rental.machine)
  const state = rentalState(rental)
  useTrackView('Rental viewed', { rental: rental.id, state })
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <RentalFacts rental={rental} machine={machine} />
        {isDesk && <RentalActions rental={rental} />}
      </div>
      <div className={classes.column}>
        {machine && <RentalMap rental={rental} yard={machine.yard} />}
        <RentalHistory rental={rental} />
      </div>
    </div>
  )
}
