import { ActionIcon, Popover } from '@mantine/core'
import { InfoIcon } from '@primer/octicons-react'
import classes from './LifeLegend.module.css'
import { lifeOfStage, type LifeStage } from './lifeLine.ts'
import { LifeTrack } from './LifeTrack.tsx'

const STAGES: readonly (readonly [LifeStage, string])[] = [
  ['happened', 'The application called track.'],
  [
    'pending',
    'Until the user is known, and then until the flags of that user are: waits for flags. It is saved in the browser meanwhile.',
  ],
  ['completed', 'The user and the flags in force were added.'],
  ['no destination', 'The page has no destination for it. It is sent nowhere.'],
  ['stored', 'Saved in the browser with its user and flags. It survives a crash.'],
  [
    'sent',
    'On its way to at least one destination. Sent several times: a destination does not answer, or answers with an error.',
  ],
  [
    'acknowledged',
    'Every destination has it. A collector has confirmed it. A vendor’s script in the page was called, and confirms nothing.',
  ],
  ['dropped', 'A destination refused it, or it was discarded.'],
  ['collected', 'The collector has it, but the page did not report all steps: other destinations may have it, too.'],
]

/** The legend of the delivery marks. */
export function LifeLegend() {
  return (
    <Popover position="bottom-start" shadow="md" width={320} trapFocus>
      <Popover.Target>
        <ActionIcon variant="transparent" color="gray" aria-label="What the delivery marks mean">
          <InfoIcon size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.legend} aria-label="Delivery marks" tabIndex={-1} data-autofocus>
        <dl className={classes.list}>
          {STAGES.map(([stage, means]) => (
            <div className={classes.stage} key={stage}>
              <dt>
                <LifeTrack life={lifeOfStage(stage)} />
              </dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  )
}
