import { Button, Switch } from '@mantine/core'
import { useConsent } from 'telltale/consent-react'
import classes from './ConsentSwitches.module.css'
import { purposes } from './purposes.ts'

const STATES = { granted: 'allowed', denied: 'refused', pending: 'not answered yet' } as const

/** What the user has allowed, and changes at any time. */
export function ConsentSwitches() {
  const { purposes: states, isLocked, decision, set, withdraw } = useConsent()
  return (
    <div className={classes.switches}>
      {purposes.map(({ name, label, text }) => {
        const state = states[name] ?? 'pending'
        return (
          <Switch
            key={name}
            label={`${label}: ${STATES[state]}`}
            description={text}
            labelPosition="left"
            classNames={{ body: classes.switch }}
            disabled={isLocked}
            checked={state === 'granted'}
            onChange={({ currentTarget: { checked } }) => set({ [name]: checked }, { source: 'settings' })}
          />
        )
      })}
      {isLocked && <p className={classes.note}>The choice of the customer holds. You cannot change it.</p>}
      <div className={classes.foot}>
        <Button variant="default" size="xs" disabled={isLocked} onClick={() => withdraw({ source: 'settings' })}>
          Withdraw all of it
        </Button>
        <span role="status" className={classes.note}>
          {decision &&
            `Answered on ${new Date(decision.at).toLocaleDateString('en-GB')}, about the text of ${decision.text}.`}
        </span>
      </div>
    </div>
  )
}
