import { AlertIcon, InfoIcon } from '@primer/octicons-react'
import type { ExperimentAnswer, Guard } from '@telltale/collector/experiment'
import { ShareBar } from '../flags/ShareBar.tsx'
import { isoTime } from '../format/time.ts'
import { DataTable } from '../shell/DataTable.tsx'
import classes from './Answer.module.css'
import { columnText } from './figureText.ts'
import { MetricSection } from './MetricSection.tsx'
import { methodText, unbroken } from './metricText.ts'
import { Variation } from './Variation.tsx'

const LEVELS: Readonly<Record<Guard['level'], string>> = { alarm: 'Alarm', warning: 'Warning', note: 'Note' }

/** What an experiment says: the sentence first, then whether it can be believed, and then the figures. */
export function Answer({ answer }: { readonly answer: ExperimentAnswer }) {
  const { sentence, guards, metrics } = answer
  const isValid = guards.every(({ level }) => level !== 'alarm')
  // An alarm is a part of the sentence.
  const others = guards.filter((guard) => !sentence.includes(guard.sentence))
  return (
    <div className={classes.answer}>
      <p className={classes.sentence} data-valid={isValid}>
        {!isValid && <AlertIcon size={20} aria-hidden />}
        {unbroken(sentence)}
      </p>
      {others.length > 0 && (
        <ul className={classes.guards} aria-label="Guards">
          {others.map(({ level, name, sentence: says }) => (
            <li data-level={level} key={name}>
              {level === 'note' ? <InfoIcon size={16} aria-hidden /> : <AlertIcon size={16} aria-hidden />}
              <span>
                <b>{LEVELS[level]}:</b> {unbroken(says)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.facts}>{factsOf(answer).join(' · ')}</p>
      <div className={classes.result} data-valid={isValid}>
        <Units answer={answer} />
        {metrics.map((metric) => (
          <MetricSection
            result={metric}
            control={answer.control}
            isValid={isValid}
            isSaid={sentence.includes(metric.sentence)}
            key={metric.metric.name}
          />
        ))}
        {metrics.length > 0 && <p className={classes.method}>{methodText(answer)}</p>}
      </div>
    </div>
  )
}

function Units({ answer: { units, control } }: { readonly answer: ExperimentAnswer }) {
  const all = units.reduce((sum, one) => sum + one.units, 0)
  const shareOf = (count: number) => (all === 0 ? undefined : count / all)
  const write = columnText([1], true)
  return (
    <section className={classes.units} aria-label="Units by variation">
      <h3 className={classes.title}>Units by variation</h3>
      {all > 0 && (
        <div className={classes.bar}>
          <ShareBar
            label="The shares of the variations. The table below has the same figures."
            shares={units.map(({ units: amount }, variation) => ({ variation, amount }))}
          />
        </div>
      )}
      <DataTable
        label="Units by variation"
        columns={[
          {
            title: 'Variation',
            render: ({ variation, place }) => (
              <Variation name={variation} place={place} isControl={variation === control} />
            ),
          },
          { title: 'Units', render: (one) => one.units.toLocaleString('en'), as: 'figure' },
          { title: 'Share', render: (one) => write(shareOf(one.units)), as: 'figure' },
        ]}
        rows={units.map((one, place) => ({ ...one, place }))}
        keyOf={({ variation }) => variation}
      />
    </section>
  )
}

function factsOf({ app, promotion, unit, units, from, to, isMarked }: ExperimentAnswer): readonly string[] {
  const all = units.reduce((sum, one) => sum + one.units, 0)
  const [first, latest] = [from, to].map((at) => isoTime(at)?.slice(0, 10) ?? '–')
  return [
    ...[app, promotion].filter((name) => name !== undefined),
    `by ${unit}`,
    `${all.toLocaleString('en')} units`,
    `first shown from ${first} to ${latest}${isMarked ? ', as part of an experiment' : ''}`,
  ]
}
