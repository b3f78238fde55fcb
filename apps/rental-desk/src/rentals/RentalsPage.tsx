import { useRef, useState } from 'react'
import { useIdentity, useTrackOnce } from 'telltale/react'
import { countOf } from '../pricing/countOf.ts'
import { Empty } from '../shell/Empty.tsx'
import { Page } from '../shell/Page.tsx'
import { SearchField } from '../shell/SearchField.tsx'
import { TallyFilter } from '../shell/TallyFilter.tsx'
import { useScreen } from '../useScreen.ts'
import { useStore } from '../useStore.ts'

import { filterRentals, noRentalFilter } from './filterRentals.ts'
import { RentalCards } from './RentalCards.tsx'
import { rentals } from './rentals.ts'
import { rentalsFor } from './rentalsFor.ts'
import classes from './RentalsPage.module.css'
import { rentalState, stateNames, type RentalState } from './rentalState.ts'
import { RentalTable } from './RentalTable.tsx'

const states = Object.keys(stateNames) as RentalState[]

/** The counts of rentals by state, a search field and the list of rentals. */
export function RentalsPage() {
  const identity = useIdentity()
  const seen = rentalsFor(identity, useStore(rentals))
  const [filter, setFilter] = useState(noRentalFilter)
  const count = useRef<HTMLParagraphElement>(null)
  const shown = filterRentals(seen, filter)
  const List = useScreen() === 'narrow' ? RentalCards : RentalTable
  useTrackOnce('Rentals viewed')

  if (identity.status === 'unknown')
    return (
      <Page title="Rentals">
        <Empty text="Rentals are only shown to authorised users, and we cannot identify you at the moment." />
      </Page>
    )
  const showAll = () => {
    setFilter(noRentalFilter)
    count.current?.focus()
  }
  const tallies = states.map((id) => ({
    id,
    name: stateNames[id],
    count: seen.filter((rental) => rentalState(rental) === id).length,
  }))
  return (
    <Page title="Rentals">
      <TallyFilter
        label="Show rentals by state"
        tallies={tallies}
        value={filter.state}
        onChange={(state) => setFilter({ ...filter, state })}
      />
      <search>
        <SearchField
          className={classes.search}
          label="Search the rentals"
          placeholder="Rental, machine, customer, site or contact"
          value={filter.text}
          onChange={(text) => setFilter({ ...filter, text })}
        />
      </search>
      <p ref={count} className={`desk-focus ${classes.count}`} role="status" tabIndex={-1}>
        {shown.length === seen.length
          ? countOf(seen.length, 'rental')
          : `${shown.length} of ${countOf(seen.length, 'rental')}`}
      </p>
      {shown.length > 0 ? (
        <List rentals={shown} />
      ) : (
        <Empty
          text={seen.length === 0 ? 'Your company has no rentals at the moment.' : 'No rental matches these filters.'}
          {...(seen.length > 0 && { action: 'Show all rentals', onAction: showAll })}
        />
      )}
    </Page>
  )
}
