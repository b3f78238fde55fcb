import { useState } from 'react'
import { sites } from '../data/sites.ts'
import { yardPlaces, yards, type YardId } from '../data/yards.ts'
import type { Rental } from '../rentals/rental.ts'
import { rentalState } from '../rentals/rentalState.ts'
import { useScreen } from '../useScreen.ts'
import { cameraOn } from './mapCamera.ts'
import { MapFrame } from './MapFrame.tsx'
import classes from './RentalMap.module.css'
import { dotBox, nameBox, signBox, signSize } from './signSide.ts'
import { SiteMarker } from './SiteMarker.tsx'
import { YardMarker } from './YardMarker.tsx'

interface Props {
  rental: Rental
  /** The yard of its machine. */
  yard: YardId
}

/** A map with the yard of a rented machine and the site where it is used. The machine is at the site while the rental is out. */
export function RentalMap({ rental, yard }: Props) {
  const from = yardPlaces[yard]
  const to = sites[rental.site]
  const state = rentalState(rental)
  const isOut = rental.status === 'out'
  const whole = cameraOn([from, to])
  const isNarrow = useScreen() === 'narrow'
  const [camera, setCamera] = useState(whole)
  return (
    <div className={classes.map}>
      <MapFrame
        label={`Map with ${to.name}`}
        camera={camera}
        onCamera={setCamera}
        covered={(scale) => [
          signBox(from, 'above', { ...signSize(yards[yard], isNarrow), scale }),
          dotBox(to, scale),
          nameBox(to, to.name, scale),
        ]}
        lines={state !== 'returned' && <line className={classes.way} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
      >
        {(at) => (
          <>
            <SiteMarker
              name={to.name}
              machines={isOut ? [rental.machine] : []}
              isLate={state === 'overdue'}
              hasPicked={isOut}
              isNamed
              style={at(to)}
            />
            <YardMarker yard={yard} style={at(from)} onPress={() => setCamera({ ...cameraOn([from]), zoom: 3 })} />
          </>
        )}
      </MapFrame>
    </div>
  )
}
