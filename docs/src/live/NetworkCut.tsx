import { useState } from 'react'
import { collector } from 'telltale/collector'
import { createNetwork } from './createNetwork.ts'
import { EventLives } from './EventLives.tsx'
import { Example } from './Example.tsx'
import { useLayer } from './useLayer.ts'
import styles from './live.module.css'

/** Events wait while the network is down, and arrive when it is back. */
export function NetworkCut() {
  const [network] = useState(() => createNetwork())
  const [isCut, setCut] = useState(false)
  const [tracked, setTracked] = useState(0)
  const { telltale, lives } = useLayer({
    server: network.server,
    settings: { destinations: [collector({ url: 'https://collector.test/collect' })] },
  })

  function cut(next: boolean) {
    network.set(!next)
    setCut(next)
    // What a browser says when it is online again.
    if (!next) telltale.browser.show()
  }

  return (
    <Example name="a network that is down">
      <p className={styles.actions}>
        <button
          type="button"
          onClick={() => {
            telltale.track(`Click ${tracked + 1}`)
            setTracked(tracked + 1)
          }}
        >
          Track an event
        </button>
        <button type="button" aria-pressed={isCut} onClick={() => cut(!isCut)}>
          {isCut ? 'Connect the network' : 'Cut the network'}
        </button>
        <span aria-live="polite">{isCut ? 'The network is down.' : 'The network is up.'}</span>
      </p>
      <EventLives lives={lives} />
    </Example>
  )
}
