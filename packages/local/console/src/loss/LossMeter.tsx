import { Popover, UnstyledButton } from '@mantine/core'
import type { ConsoleLoss } from '../../../src/console/lossWatch.ts'
import { countText } from '../format/countText.ts'
import { ago, clockToSecond } from '../format/time.ts'
import { useNow } from '../shell/useNow.ts'
import { hasWaitedLong, lossFigures } from './lossFigures.ts'
import classes from './LossMeter.module.css'
import { lossRows, type LossRow } from './lossRows.ts'
import { PagesWithGaps } from './PagesWithGaps.tsx'
import type { WaitingEvents } from './waitingEvents.ts'

/** The head has little room. The meter has the whole number. */
const short = new Intl.NumberFormat('en', { notation: 'compact' })
const inHead = (count: number) => (count < 10_000 ? count.toLocaleString('en') : short.format(count))

interface LossMeterProps {
  readonly loss: ConsoleLoss | undefined
  readonly waiting: WaitingEvents
}

/** How many events are lost, how many wait in pages, and on demand what became of all others. */
export function LossMeter({ loss, waiting }: LossMeterProps) {
  const now = useNow(1000)
  const figures = lossFigures(loss, waiting, now)
  if (figures.length === 0) return null
  const pages = loss?.pages ?? []
  return (
    <Popover position="bottom-end" shadow="md" width={372} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.figures ?? ''} title="Is anything lost?">
          {figures.map(({ name, count, tone }) => (
            <span className={classes.figure} data-tone={tone} data-name={name} key={name}>
              <span className={classes.number}>{inHead(count)}</span>
              <span className={classes.word}>{name}</span>
            </span>
          ))}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.meter ?? ''} tabIndex={-1} data-autofocus>
        <h2 className={classes.title}>Is anything lost?</h2>
        <Rows name="In pages" rows={rowsInPages(waiting, now)} />
        {loss !== undefined && <Rows name="At the collector" rows={lossRows(loss)} />}
        {pages.length > 0 && <PagesWithGaps pages={pages} />}
      </Popover.Dropdown>
    </Popover>
  )
}

type Row = Omit<LossRow, 'kind'> & { readonly kind: LossRow['kind'] | 'long' }

function Rows({ name, rows }: { readonly name: string; readonly rows: readonly Row[] }) {
  return (
    <>
      <h3 className={classes.title}>{name}</h3>
      <dl className={classes.rows}>
        {rows.map(({ name: row, count, says, kind }) => (
          <div className={classes.row} data-kind={kind} data-none={count === 0 || undefined} key={row}>
            <dt>
              {row} <span className={classes.says}>{says}</span>
            </dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function rowsInPages(waiting: WaitingEvents, now: number): readonly Row[] {
  const { count, pages, since, left, refused, dropped } = waiting
  const inPages =
    since === undefined
      ? 'in the pages that report to this console'
      : `in ${countText(pages, 'page')}, the oldest since ${clockToSecond(since)} (${ago(since, now)})`
  return [
    { name: 'waiting', count, says: inPages, kind: hasWaitedLong(waiting, now) ? 'long' : 'class' },
    {
      ...{ name: 'left behind', count: left, kind: 'class' },
      says: 'in a browser whose page is closed or not heard: its next page delivers them',
    },
    { name: 'refused', count: refused, says: 'the browser keeps them, and can send them again', kind: 'class' },
    { name: 'dropped', count: dropped, says: 'given up: their details say why', kind: 'class' },
  ]
}
