import type { LossOfPage } from '@telltale/collector'
import classes from './LossMeter.module.css'

/** Numbers of events as text, such as `3,7-9`, may be long: it breaks after each comma. */
const breakable = (numbers: string) => numbers.replaceAll(',', ', ').replaceAll('-', '–')

/** The pages with numbers that are missing without a reason, and the numbers. */
export function PagesWithGaps({ pages }: { readonly pages: readonly LossOfPage[] }) {
  return (
    <>
      <h3 className={classes.title}>Pages with missing numbers</h3>
      <ul className={classes.pages}>
        {pages.map(({ page, app, engine, release, missing, ...loss }) => (
          <li key={page}>
            <span className={classes.page}>{page}</span>
            <span className={classes.says}>{[app, release, engine].filter(Boolean).join(' · ')}</span>
            <span className={classes.missing} data-alarm={loss.unexplained > 0 || undefined}>
              {breakable(missing)}
              <span className={classes.says}>{stateOf(loss)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const stateOf = ({
  unexplained,
  outstanding,
  onTheWay,
}: Pick<LossOfPage, 'unexplained' | 'outstanding' | 'onTheWay'>) =>
  [
    unexplained > 0 && `${unexplained.toLocaleString('en')} lost`,
    outstanding > 0 && `${outstanding.toLocaleString('en')} outstanding`,
    onTheWay > 0 && `${onTheWay.toLocaleString('en')} on their way`,
  ]
    .filter(Boolean)
    .join(', ')
