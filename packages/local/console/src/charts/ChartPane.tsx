import { SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Pane } from '../shell/Pane.tsx'
import classes from './ChartPane.module.css'

interface ChartPaneProps {
  readonly title: string
  /** The legend of the colours. */
  readonly legend: readonly { readonly name: string; readonly colour: string }[]
  /** A note on how to read the chart. */
  readonly note?: string | undefined
  readonly chart: ReactNode
  /** The same data as a table. */
  readonly table: ReactNode
  /** Shown in place of both while there is no data. */
  readonly empty: ReactNode
}

/** A chart that can be switched to a table of its data. */
export function ChartPane({ title, legend, note, chart, table, empty }: ChartPaneProps) {
  const [shown, setShown] = useState<'Chart' | 'Table'>('Chart')
  const tools = (
    <>
      <ul className={classes.legend} aria-label="Colours">
        {legend.map(({ name, colour }) => (
          <li key={name}>
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
              <rect width="10" height="10" rx="2.5" fill={colour} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <SegmentedControl
        size="xs"
        aria-label={`${title} as`}
        data={['Chart', 'Table']}
        value={shown}
        onChange={setShown}
      />
    </>
  )
  return (
    <Pane title={title} tools={tools} scrollsInside>
      {empty ??
        (shown === 'Chart' ? (
          <>
            {note !== undefined && <p className={classes.note}>{note}</p>}
            <div className={classes.chart}>{chart}</div>
          </>
        ) : (
          table
        ))}
    </Pane>
  )
}
