import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { servedText } from '../flags/servedText.ts'
import { Empty } from '../shell/Empty.tsx'
import { useNow } from '../shell/useNow.ts'
import { variationColour } from './chartColours.ts'
import classes from './FlagServed.module.css'
import { RatePane } from './RatePane.tsx'
import { servedPoints, servedVariations, type ServedPoint } from './series.ts'

interface FlagServedProps {
  readonly flag: ServerFlag
  readonly samples: readonly MetricsSample[]
  readonly isLive: boolean
}

const STRETCH = { seconds: 600, step: 5 }

/** How often each variation of a flag was served in the last ten minutes. */
export function FlagServed({ flag, samples, isLive }: FlagServedProps) {
  const now = useNow(1000)
  const until = isLive ? now : (samples.at(-1)?.at ?? now)
  const points = servedPoints(samples, flag.key, { ...STRETCH, until })
  return (
    <div className={classes.served}>
      <RatePane
        title="Evaluations per second"
        note="As flag clients report them, every few seconds. Averages of 5 s."
        points={points}
        stacks={servedVariations(points).map((variation) => ({
          name: servedText(variation, flag.variations),
          colour: variationColour(variation === 'fallback' ? -1 : Number(variation)),
          rateOf: ({ rates }: ServedPoint) => rates[variation] ?? 0,
        }))}
        nothing={
          <Empty title="No evaluations in the last 10 minutes">
            A page reports which variations it has used, every few seconds.
          </Empty>
        }
      />
    </div>
  )
}
