import { useState } from 'react'
import { collector } from 'telltale/collector'
import { createTestDisk, type TestDisk } from 'telltale/testing'
import { createNetwork, type Network } from './createNetwork.ts'
import { EventLives } from './EventLives.tsx'
import { Example } from './Example.tsx'
import { useLayer } from './useLayer.ts'
import styles from './live.module.css'

/** A tab that is closed while the network is down: the next tab delivers its events. */
export function TabClosed() {
  const [disk] = useState(createTestDisk)
  const [network] = useState(() => createNetwork(false))
  const [tab, setTab] = useState({ number: 1, isOpen: true })
  const [kept, setKept] = useState(0)

  return (
    <Example name="a tab that is closed">
      {tab.isOpen ? (
        <Tab
          key={tab.number}
          number={tab.number}
          disk={disk}
          network={network}
          onClose={(waiting) => {
            setKept(waiting)
            setTab({ ...tab, isOpen: false })
          }}
        />
      ) : (
        <>
          <p aria-live="polite">
            No tab is open. The browser keeps {kept === 1 ? '1 event' : `${kept} events`} that no destination has yet.
          </p>
          <p className={styles.actions}>
            <button
              type="button"
              onClick={() => {
                network.set(true)
                setTab({ number: tab.number + 1, isOpen: true })
              }}
            >
              Open the next tab, with a network
            </button>
          </p>
        </>
      )}
    </Example>
  )
}

interface TabProps {
  number: number
  disk: TestDisk
  network: Network
  onClose(waiting: number): void
}

function Tab({ number, disk, network, onClose }: TabProps) {
  const [tracked, setTracked] = useState(0)
  const { telltale, lives } = useLayer({
    disk,
    server: network.server,
    settings: { destinations: [collector({ url: 'https://collector.test/collect' })] },
  })

  function close() {
    telltale.browser.leave()
    telltale.close()
    network.set(false)
    onClose(lives.filter(({ acknowledged }) => !acknowledged.includes('collector')).length)
  }

  return (
    <>
      <p className={styles.actions}>
        <strong>Tab {number}</strong>
        <span>{network.isUp() ? 'The network is up.' : 'The network is down.'}</span>
        <button
          type="button"
          onClick={() => {
            telltale.track(`Click ${tracked + 1} in tab ${number}`)
            setTracked(tracked + 1)
          }}
        >
          Track an event
        </button>
        <button type="button" onClick={close}>
          Close the tab
        </button>
      </p>
      <EventLives lives={lives} />
    </>
  )
}
