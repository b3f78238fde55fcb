import { Button, Text } from '@mantine/core'
import { memo, useState } from 'react'
import { fleet } from '../data/fleet.ts'
import type { Screen } from '../useScreen.ts'
import { filterFleet, noFilter } from './filterFleet.ts'
import { FleetCards } from './FleetCards.tsx'
import { FleetFilters } from './FleetFilters.tsx'
import classes from './FleetSection.module.css'
import { FleetTable } from './FleetTable.tsx'
import { StatusFilter } from './StatusFilter.tsx'

interface Props {
  screen: Screen
  /** The number of the machine that is being quoted; empty when none is. */
  picked: string
  onPick: (number: string) => void
}

/** The fleet: how it stands, and each machine. Typing in the quote does not render it again. */
export const FleetSection = memo(function FleetSection({ screen, picked, onPick }: Props) {
  const [filter, setFilter] = useState(noFilter)
  const machines = filterFleet(fleet, filter)
  const List = screen === 'narrow' ? FleetCards : FleetTable
  return (
    <>
      <h1 className={classes.title}>Fleet</h1>
      <StatusFilter value={filter.status} onChange={(status) => setFilter({ ...filter, status })} />
      <FleetFilters filter={filter} onChange={setFilter} />
      <Text className={classes.count} role="status">
        {machines.length === fleet.length
          ? `${fleet.length} machines`
          : `${machines.length} of ${fleet.length} machines`}
      </Text>
      {machines.length > 0 ? (
        <List machines={machines} picked={picked} onPick={onPick} />
      ) : (
        <div className={classes.empty}>
          <p>No machine matches these filters.</p>
          <Button variant="default" onClick={() => setFilter(noFilter)}>
            Show the whole fleet
          </Button>
        </div>
      )}
    </>
  )
})
