import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ConsoleState } from '../../../src/console/consoleMessage.ts'
import { eventOf, type EventRow } from '../feed/eventRows.ts'
import { CopyText } from '../format/CopyText.tsx'
import { Scroller } from '../shell/Scroller.tsx'
import { Empty } from '../shell/Empty.tsx'
import type { EventLine } from './eventLine.ts'
import classes from './EventText.module.css'
import { playwrightTest, unitTest } from './testOf.ts'

interface EventAsTestProps {
  readonly row: EventRow
  readonly line: EventLine
  readonly state: ConsoleState | undefined
}

const KINDS = ['Unit test', 'Playwright'] as const

/** A generated test that expects this event. */
export function EventAsTest({ row, line, state }: EventAsTestProps) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('Unit test')
  const event = eventOf(row)
  if (event === undefined)
    return <Empty title="Not complete yet">A test can be generated when the event is complete.</Empty>
  const flagKeys = (state?.environments ?? []).flatMap(({ flags }) => flags.map(({ key }) => key))
  const text =
    kind === 'Unit test'
      ? unitTest(line, flagKeys)
      : playwrightTest(line, { page: event.url, services: window.location.origin })
  return (
    <div className={classes.text}>
      <div className={classes.tools}>
        <SegmentedControl size="xs" aria-label="Kind of test" data={[...KINDS]} value={kind} onChange={setKind} />
        <CopyText text={text} name="Copy as a test" />
      </div>
      <Scroller as="pre" className={classes.code} name="The event as a test">
        {text}
      </Scroller>
      <p className={classes.hint}>The test expects all properties of the event. Remove those that do not matter.</p>
    </div>
  )
}
