import { SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Pane } from '../shell/Pane.tsx'
import classes from './ChartPane.module.css'

interface ChartPaneProps {
  readonly title: string
  /** What the colours stand for. */
  readonly legend: readonly { readonly name: string; readonly colour: string }[]
  readonly chart: ReactNode
  /** The same figures for those who would rather read them. */
  readonly table: ReactNode
  /** What stands there instead of both while there is nothing to draw. */
  readonly empty: ReactNode
}

/** A chart, or its figures in a table. */
export function ChartPane({ title, legend, chart, table, empty }: ChartPaneProps) {
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
      {empty ?? (shown === 'Chart' ? <div className={classes.chart}>{chart}</div> : table)}
    </Pane>
  )
}
