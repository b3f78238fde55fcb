import { Switch } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { ConsoleEvaluation } from '../../../src/console/consoleMessage.ts'
import type { ServerFlag } from '../../../src/flags/serverFlag.ts'
import { decidingStep } from './decidingStep.ts'
import classes from './FlagItem.module.css'
import { ServedValue } from './ServedValue.tsx'
import { setFlag } from './setFlag.ts'
import { servedWhenOff, targetingSteps } from './targeting.ts'
import { VariationChip } from './VariationChip.tsx'
import { VariationCounts } from './VariationCounts.tsx'

interface FlagItemProps {
  readonly flag: ServerFlag
  /** The client-side id of the environment whose flag it is. */
  readonly environment: string
  /** How often each variation was shown. */
  readonly counts: Readonly<Record<string, number>>
  readonly isLive: boolean
  /** What the person gets whose values are shown. */
  readonly evaluated: ConsoleEvaluation | undefined
  readonly contextKey: string | undefined
}

/** A flag: its switch, and what it serves to whom when it is on and when it is off. */
export function FlagItem({ flag, environment, counts, isLive, evaluated, contextKey }: FlagItemProps) {
  // What was asked for, until the file says so too.
  const [wanted, setWanted] = useState<boolean>()
  const [problem, setProblem] = useState<string>()
  if (wanted === flag.on) setWanted(undefined)
  const isOn = wanted ?? flag.on

  async function turn(on: boolean): Promise<void> {
    setWanted(on)
    const refusal = await setFlag(environment, flag.key, on)
    setProblem(refusal)
    if (refusal !== undefined) setWanted(undefined)
  }

  const steps = targetingSteps(flag)
  const decision = evaluated && decidingStep(evaluated, steps, contextKey === undefined ? [] : [contextKey])

  return (
    <article className={classes.flag}>
      <div className={classes.head}>
        <h3 className={classes.key}>{flag.key}</h3>
        {flag.clientSideAvailability.usingEnvironmentId !== true && (
          <span className={classes.note}>not for browsers</span>
        )}
        <span className={classes.version}>v{flag.version}</span>
        <Switch
          size="sm"
          checked={isOn}
          disabled={!isLive}
          onChange={(change) => void turn(change.currentTarget.checked)}
          aria-label={`${flag.key} is ${isOn ? 'on' : 'off'}`}
        />
      </div>
      {flag.description !== undefined && <p className={classes.description}>{flag.description}</p>}
      <dl className={classes.states}>
        <div className={classes.state} data-in-force={isOn}>
          <dt>On</dt>
          <dd>
            {steps.map((step, index) => (
              <div
                className={classes.step}
                data-decides={decision && decision.type === 'step' && decision.step === step}
                key={index}
              >
                <span className={classes.condition}>{step.condition}</span>
                <ServedValue served={step.served} variations={flag.variations} />
              </div>
            ))}
          </dd>
        </div>
        <div className={classes.state} data-in-force={!isOn}>
          <dt>Off</dt>
          <dd>
            <div className={classes.step} data-decides={decision && decision.type === 'off'}>
              <span className={classes.condition}>for everybody</span>
              <ServedValue served={servedWhenOff(flag)} variations={flag.variations} />
            </div>
          </dd>
        </div>
      </dl>
      {evaluated !== undefined && (
        <p className={classes.gets}>
          <IconArrowRight size={14} aria-hidden />
          <span>gets</span>
          {evaluated.variation === undefined ? (
            'the application’s fallback'
          ) : (
            <VariationChip index={evaluated.variation} value={evaluated.value} />
          )}
        </p>
      )}
      <VariationCounts counts={counts} variations={flag.variations} />
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </article>
  )
}
