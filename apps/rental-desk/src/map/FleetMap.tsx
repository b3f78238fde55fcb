import { useState } from 'react'
import type { Machine } from '../data/machine.ts'
import { sites } from '../data/sites.ts'
import { yardPlaces, yards, type YardId } from '../data/yards.ts'
import type { Rental } from '../rentals/rental.ts'
import { rentalState } from '../rentals/rentalState.ts'
import classes from './FleetMap.module.css'
import { cameraOn, wholeTown } from './mapCamera.ts'
import { MapFrame } from './MapFrame.tsx'
import { SiteMarker } from './SiteMarker.tsx'
import { YardMarker } from './YardMarker.tsx'

interface Props {
  machines: readonly Machine[]
  rentals: readonly Rental[]
  /** The number of the machine that is being quoted; empty when none is. */
  picked: string
  yard: YardId | null
  onYard: (yard: YardId | null) => void
}

/** The yards with what stands in them, and the machines that are out. Pressing a yard narrows the list to it. */
export function FleetMap({ machines, rentals, picked, yard, onYard }: Props) {
  const [camera, setCamera] = useState(wholeTown)
  const isShown = (number: string) => machines.some((machine) => machine.number === number)
  const out = rentals.filter(({ status, machine }) => status === 'out' && isShown(machine))

  const press = (pressed: YardId) => {
    const isNew = pressed !== yard
    onYard(isNew ? pressed : null)
    setCamera(isNew ? { ...cameraOn([yardPlaces[pressed]]), zoom: 2 } : wholeTown)
  }
  return (
    <div className={classes.map}>
      <MapFrame label="Map of the yards" camera={camera} onCamera={setCamera}>
        {(at) => (
          <>
            {[...new Set(out.map(({ site }) => site))].map((site) => {
              const here = out.filter((rental) => rental.site === site)
              return (
                <SiteMarker
                  key={site}
                  name={sites[site].name}
                  machines={here.map(({ machine }) => machine)}
                  isLate={here.some((rental) => rentalState(rental) === 'overdue')}
                  hasPicked={here.some(({ machine }) => machine === picked)}
                  style={at(sites[site])}
                />
              )
            })}
            {(Object.keys(yards) as YardId[]).map((id) => {
              const here = machines.filter((machine) => machine.yard === id && machine.status !== 'on-rent')
              return (
                <YardMarker
                  key={id}
                  yard={id}
                  machines={here}
                  isPressed={id === yard}
                  hasPicked={here.some(({ number }) => number === picked)}
                  style={at(yardPlaces[id])}
                  onPress={() => press(id)}
                />
              )
            })}
          </>
        )}
      </MapFrame>
    </div>
  )
}
