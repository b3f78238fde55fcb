import { useState } from 'react'
import type { Machine } from '../data/machine.ts'
import { sites } from '../data/sites.ts'
import { yardPlaces, yards, type YardId } from '../data/yards.ts'
import type { Rental } from '../rentals/rental.ts'
import { rentalState } from '../rentals/rentalState.ts'
import { useScreen } from '../useScreen.ts'
import classes from './FleetMap.module.css'
import { cameraOn, wholeTown } from './mapCamera.ts'
import { MapFrame } from './MapFrame.tsx'
import { dotBox, signBox, signSide, signSize } from './signSide.ts'
import { SiteMarker } from './SiteMarker.tsx'
import { YardMarker } from './YardMarker.tsx'

interface Props {
  machines: readonly Machine[]
  rentals: readonly Rental[]
  /** The number of the machine in the quote; empty if no machine is picked. */
  picked: string
  yard: YardId | null
  onYard: (yard: YardId | null) => void
}

const yardIds = Object.keys(yards) as YardId[]

const cameraFor = (yard: YardId | null) => (yard ? { ...cameraOn([yardPlaces[yard]]), zoom: 2 } : wholeTown)

/** A map of the yards with their machines, and of the machines on rent. Pressing a yard filters the list by that yard. */
export function FleetMap({ machines, rentals, picked, yard, onYard }: Props) {
  const [camera, setCamera] = useState(() => cameraFor(yard))
  const [shownYard, setShownYard] = useState(yard)
  if (yard !== shownYard) {
    setShownYard(yard)
    setCamera(cameraFor(yard))
  }
  const isNarrow = useScreen() === 'narrow'
  const isShown = (number: string) => machines.some((machine) => machine.number === number)
  const out = rentals.filter(({ status, machine }) => status === 'out' && isShown(machine))
  const shownSites = [...new Set(out.map(({ site }) => site))]

  const dots = shownSites.map((site) => sites[site])
  const signOf = (id: YardId, scale: number) => ({ ...signSize(yards[id], isNarrow), scale })
  const sideOf = (id: YardId, scale: number) => signSide(yardPlaces[id], dots, signOf(id, scale))
  const covered = (scale: number) => [
    ...yardIds.map((id) => signBox(yardPlaces[id], sideOf(id, scale), signOf(id, scale))),
    ...dots.map((dot) => dotBox(dot, scale)),
  ]
  return (
    <div className={classes.map}>
      <MapFrame label="Map of the yards" camera={camera} onCamera={setCamera} covered={covered}>
        {(at, scale) => (
          <>
            {shownSites.map((site) => {
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
            {yardIds.map((id) => {
              const here = machines.filter((machine) => machine.yard === id && machine.status !== 'on-rent')
              return (
                <YardMarker
                  key={id}
                  yard={id}
                  machines={here}
                  isPressed={id === yard}
                  hasPicked={here.some(({ number }) => number === picked)}
                  side={sideOf(id, scale)}
                  style={at(yardPlaces[id])}
                  onFocus={() => camera.zoom > 1 && setCamera({ ...camera, ...yardPlaces[id] })}
                  onPress={() => onYard(id === yard ? null : id)}
                />
              )
            })}
          </>
        )}
      </MapFrame>
    </div>
  )
}
