import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core'
import { TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { VENDORS, type VendorRecord } from '../../../src/protocol/vendorRecord.ts'
import { command } from '../feed/command.ts'
import { clock, isoTime } from '../format/time.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Scroller } from '../shell/Scroller.tsx'
import classes from './VendorsPane.module.css'

interface VendorsPaneProps {
  readonly records: readonly VendorRecord[]
  readonly isLive: boolean
}

/** The most records that are rendered. */
const MAX_SHOWN = 200
const ALL = 'All vendors'

/** The calls that the stand-ins for the vendors' scripts received, the newest first. */
export function VendorsPane({ records, isLive }: VendorsPaneProps) {
  const [chosen, setChosen] = useState<string>(ALL)
  const found = records.filter(({ vendor }) => chosen === ALL || vendor === chosen)
  const shown = found.slice(-MAX_SHOWN).reverse()
  const tools = (
    <>
      <NativeSelect
        size="xs"
        aria-label="Vendor"
        value={chosen}
        onChange={(change) => setChosen(change.currentTarget.value)}
        data={[ALL, ...VENDORS]}
      />
      <Tooltip label="Clear">
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!isLive || records.length === 0}
          onClick={() => void command('/console/vendors', undefined, 'DELETE')}
          aria-label="Clear vendor calls"
        >
          <TrashIcon size={15} />
        </ActionIcon>
      </Tooltip>
    </>
  )
  return (
    <Pane title="Vendor calls" count={found.length} tools={tools}>
      <ul className={classes.list}>
        {shown.map(({ seq, at, vendor, kind, title, body, problem }) => (
          <li key={seq}>
            <details>
              <summary className={classes.summary}>
                <time className={classes.time} dateTime={isoTime(at)}>
                  {clock(at)}
                </time>
                <span className={classes.vendor} data-vendor={vendor}>
                  {vendor}
                </span>
                <code className={classes.kind}>{kind}</code>
                <span className={classes.title}>{title}</span>
                {problem !== undefined && <span className={classes.problem}>{problem}</span>}
              </summary>
              <Scroller as="pre" className={classes.body} name={`Data of ${title}`}>
                {JSON.stringify(body, undefined, 2)}
              </Scroller>
            </details>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <Empty title="No vendor calls yet">
          Load <code>/vendors/heap.js</code> and <code>/vendors/intercom.js</code> from this server instead of the
          vendors’ scripts, or use <code>/vendors/datadog</code> as the proxy of Datadog’s script.
        </Empty>
      )}
    </Pane>
  )
}
