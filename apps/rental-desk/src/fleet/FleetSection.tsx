import { memo, useRef, useState } from 'react'
import type { Machine, MachineStatus } from '../data/machine.ts'
import { statuses } from '../data/statuses.ts'
import { FleetMap } from '../map/FleetMap.tsx'
import type { Rental } from '../rentals/rental.ts'
import { Empty } from '../shell/Empty.tsx'
import { TallyFilter } from '../shell/TallyFilter.tsx'
import type { Screen } from '../useScreen.ts'
import { filterFleet, noFilter } from './filterFleet.ts'
import { FleetCards } from './FleetCards.tsx'
import { FleetFilters } from './FleetFilters.tsx'
import classes from './FleetSection.module.css'
import { FleetTable } from './FleetTable.tsx'

interface Props {
  screen: Screen
  machines: readonly Machine[]
  rentals: readonly Rental[]
  isMapShown: boolean
  /** The number of the machine in the quote; empty if no machine is picked. */
  picked: string
  onPick: (number: string) => void
}

const kinds = Object.keys(statuses) as MachineStatus[]

/** The counts by status, the map, the filters and the machines. Memoised, so that typing in the quote does not render it again. */
export const FleetSection = memo(function FleetSection({ screen, machines, picked, onPick, ...map }: Props) {
  const [filter, setFilter] = useState(noFilter)
  const count = useRef<HTMLParagraphElement>(null)
  const shown = filterFleet(machines, filter)
  const List = screen === 'narrow' ? FleetCards : FleetTable
  const tallies = kinds.map((id) => ({
    id,
    name: statuses[id],
    count: machines.filter(({ status }) => status === id).length,
  }))
  return (
    <>
      <TallyFilter
        label="Show machines by status"
        tallies={tallies}
        value={filter.status}
        onChange={(status) => setFilter({ ...filter, status })}
      />
      {map.isMapShown && (
        <FleetMap
          machines={filterFleet(machines, { ...filter, yard: null })}
          rentals={map.rentals}
          picked={picked}
          yard={filter.yard}
          onYard={(yard) => setFilter({ ...filter, yard })}
        />
      )}
      <FleetFilters filter={filter} onChange={setFilter} />
      <p ref={count} className={`desk-focus ${classes.count}`} role="status" tabIndex={-1}>
        {shown.length === machines.length
          ? `${shown.length} machines`
          : `${shown.length} of ${machines.length} machines`}
      </p>
      {shown.length > 0 ? (
        <List machines={shown} picked={picked} onPick={onPick} />
      ) : (
        <Empty
          text="No machine matches these filters."
          action="Show the whole fleet"
          onAction={() => {
            setFilter(noFilter)
            count.current?.focus()
          }}
        />
      )}
    </>
  )
})
