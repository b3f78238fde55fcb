import { EVENT_STAGES } from '../../../../../docs/src/data/eventWords.ts'
import { ActionIcon, Popover } from '@mantine/core'
import { InfoIcon } from '@primer/octicons-react'
import classes from './LifeLegend.module.css'
import { lifeOfStage, type LifeStage } from './lifeLine.ts'
import { LifeTrack } from './LifeTrack.tsx'

const STAGES = Object.keys(EVENT_STAGES) as readonly LifeStage[]

/** The legend of the delivery marks. */
export function LifeLegend() {
  return (
    <Popover position="bottom-start" shadow="md" width={460} trapFocus>
      <Popover.Target>
        <ActionIcon variant="transparent" color="gray" aria-label="What the delivery marks mean">
          <InfoIcon size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.legend} aria-label="Delivery marks" tabIndex={-1} data-autofocus>
        <dl className={classes.list}>
          {STAGES.map((stage) => (
            <div className={classes.stage} key={stage}>
              <dt>
                <LifeTrack life={lifeOfStage(stage)} />
              </dt>
              <dd>{EVENT_STAGES[stage].means.replaceAll('`', '')}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  )
}
