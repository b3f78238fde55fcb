import type { ShownFlag } from '@telltale/collector/experiment'
import type { ExperimentList as Listed } from '../../../src/collector/experiments.ts'
import { Breakable } from '../format/Breakable.tsx'
import { isoTime } from '../format/time.ts'
import { DataTable, type Column } from '../shell/DataTable.tsx'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Asking } from './Asking.tsx'
import { AskAgain } from './AskAgain.tsx'
import classes from './ExperimentList.module.css'
import { experimentHash } from './experimentAddress.ts'
import { latestOf, useAsked } from './useAsked.ts'

const day = (at: number) => isoTime(at)?.slice(0, 10) ?? '–'

const COLUMNS: readonly Column<ShownFlag>[] = [
  {
    title: 'Flag',
    render: (one) => (
      <a className={classes.flag} href={experimentHash(one)}>
        <Breakable text={one.flag} />
      </a>
    ),
  },
  { title: 'Application', render: ({ app }) => app },
  { title: 'Level', render: ({ promotion = '–' }) => promotion },
  { title: 'By', render: ({ unit }) => unit },
  { title: 'Units', render: ({ units }) => units.toLocaleString('en'), as: 'figure' },
  { title: 'Variations', render: ({ variations }) => variations.toLocaleString('en'), as: 'figure' },
  { title: 'First shown', render: ({ from }) => day(from), as: 'figure' },
  { title: 'Latest', render: ({ to }) => day(to), as: 'figure' },
]

/** The flags of which there are exposures. */
export function ExperimentList() {
  const [asked, again] = useAsked<Listed>('/console/experiments/list')
  const listed = latestOf(asked)
  const flags = listed?.outcome === 'listed' ? listed.flags : undefined
  const problem = asked.status === 'failed' ? asked.message : listed?.outcome === 'refused' ? listed.message : undefined
  return (
    <Pane title="Experiments" count={flags?.length} tools={<AskAgain asked={asked} again={again} />}>
      {problem !== undefined && (
        <Empty title="The experiments cannot be listed">
          <p>{problem}</p>
        </Empty>
      )}
      {listed === undefined && asked.status === 'asking' && <Asking what="Reading the exposures…" />}
      {flags?.length === 0 && (
        <Empty title="No exposures yet">
          <p>
            An experiment needs to know who was shown which variation. Add the step <code>exposures()</code> to the
            settings of the application:
          </p>
          <pre>{EXAMPLE}</pre>
        </Empty>
      )}
      {flags !== undefined && flags.length > 0 && (
        <DataTable label="Flags that were shown" columns={COLUMNS} rows={flags} keyOf={(one) => experimentHash(one)} />
      )}
    </Pane>
  )
}

const EXAMPLE = `import { exposures } from 'telltale/steps'

createTelltale({
  …
  events: { steps: [exposures()] },
})`
