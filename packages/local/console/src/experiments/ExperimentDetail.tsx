import type { ExperimentPlace, ExperimentResult } from '../../../src/collector/experiments.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { Answer } from './Answer.tsx'
import { AskAgain } from './AskAgain.tsx'
import { Asking } from './Asking.tsx'
import { answerPath } from './experimentAddress.ts'
import { latestOf, useAsked } from './useAsked.ts'

interface ExperimentDetailProps {
  readonly place: ExperimentPlace
  readonly onBack: () => void
}

/** What the variations of one flag have done, or what is in the way of an answer. */
export function ExperimentDetail({ place, onBack }: ExperimentDetailProps) {
  const [asked, again] = useAsked<ExperimentResult>(answerPath(place))
  const result = latestOf(asked)
  const problem = asked.status === 'failed' ? asked.message : result?.outcome === 'refused' ? result.message : undefined
  return (
    <Pane
      title={place.flag}
      back={{ name: 'Back to the experiments', go: onBack }}
      tools={<AskAgain asked={asked} again={again} />}
    >
      {problem !== undefined && (
        <Empty title="There is no result">
          <p>{problem}</p>
        </Empty>
      )}
      {result === undefined && asked.status === 'asking' && (
        <Asking what="Reading the events, and comparing the variations…" />
      )}
      {result?.outcome === 'no-metrics' && (
        <Empty title="No metrics yet">
          <p>
            Say what counts in <code>{result.file}</code>, such as how many quotes a person sends within two weeks, and
            whether a person sends one at all:
          </p>
          <pre>{EXAMPLE}</pre>
          <p>
            The names of the events are those that your application gives to <code>track</code>.
          </p>
        </Empty>
      )}
      {result?.outcome === 'answered' && <Answer answer={result.answer} />}
    </Pane>
  )
}

const EXAMPLE = `{
  "metrics": {
    "quotes": { "of": "count", "event": "Quote sent", "withinDays": 14 },
    "sends a quote": { "of": "funnel", "events": ["Quote opened", "Quote sent"] }
  }
}`
