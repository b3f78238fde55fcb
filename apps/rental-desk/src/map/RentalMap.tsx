import { useState } from 'react'
import { sites, type SiteId } from '../data/sites.ts'
import { yardPlaces, yards, type YardId } from '../data/yards.ts'
import { useScreen } from '../useScreen.ts'
import { cameraOn } from './mapCamera.ts'
import { MapFrame } from './MapFrame.tsx'
import classes from './RentalMap.module.css'
import { dotBox, nameBox, signBox, signSize } from './signSide.ts'
import { SiteMarker } from './SiteMarker.tsx'
import { YardMarker } from './YardMarker.tsx'

interface Props {
  yard: YardId
  site: SiteId
  machine: string
  isLate: boolean
}

/** A map with the yard of a rented machine and the site where it is used. */
export function RentalMap({ yard, site, machine, isLate }: Props) {
  const from = yardPlaces[yard]
  const to = sites[site]
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
        lines={<line className={classes.way} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
      >
        {(at) => (
          <>
            <SiteMarker name={to.name} machines={[machine]} isLate={isLate} hasPicked isNamed style={at(to)} />
            <YardMarker yard={yard} style={at(from)} onPress={() => setCamera({ ...cameraOn([from]), zoom: 3 })} />
          </>
        )}
      </MapFrame>
    </div>
  )
}
