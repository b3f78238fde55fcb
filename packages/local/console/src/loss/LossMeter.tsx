import { Popover, UnstyledButton } from '@mantine/core'
import type { ConsoleLoss } from '../../../src/console/lossWatch.ts'
import classes from './LossMeter.module.css'
import { lossRows } from './lossRows.ts'
import { PagesWithGaps } from './PagesWithGaps.tsx'

/** The head has little room. The meter has the whole number. */
const short = new Intl.NumberFormat('en', { notation: 'compact' })
const inHead = (count: number) => (count < 10_000 ? count.toLocaleString('en') : short.format(count))

/** How many events are missing without a reason, and on demand what became of all others. */
export function LossMeter({ loss }: { readonly loss: ConsoleLoss }) {
  const { unexplained, pages } = loss
  return (
    <Popover position="bottom-end" shadow="md" width={372} trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.figure ?? ''}
          data-alarm={unexplained > 0 || undefined}
          title="Events that are missing without a reason"
        >
          <span className={classes.number}>{inHead(unexplained)}</span>
          <span className={classes.word}>unexplained</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.meter ?? ''} tabIndex={-1} data-autofocus>
        <h2 className={classes.title}>Is anything lost?</h2>
        <dl className={classes.rows}>
          {lossRows(loss).map(({ name, count, says, kind }) => (
            <div className={classes.row} data-kind={kind} data-none={count === 0 || undefined} key={name}>
              <dt>
                {name} <span className={classes.says}>{says}</span>
              </dt>
              <dd>{count.toLocaleString('en')}</dd>
            </div>
          ))}
        </dl>
        {pages.length > 0 && <PagesWithGaps pages={pages} />}
      </Popover.Dropdown>
    </Popover>
  )
}
