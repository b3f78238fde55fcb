import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useConsent } from 'telltale/consent-react'
import classes from './ConsentDialogue.module.css'
import { purposes } from './purposes.ts'

/**
 * Asks what the user allows. It covers nothing that has the focus, so that the desk can be used before it is answered. “No” is as easy as “yes”, and nothing
 * is switched on in advance.
 */
export function ConsentDialogue() {
  const { shouldAsk, set, withdraw } = useConsent()
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const [isChoosing, setChoosing] = useState(false)
  if (!shouldAsk) return null
  const decide = (isAllowed: (name: string) => boolean) =>
    set(Object.fromEntries(purposes.map(({ name }) => [name, isAllowed(name)])), { source: 'dialogue' })
  return (
    <section className={classes.dialogue} aria-labelledby="consent-title">
      <div className={classes.inner}>
        <div className={classes.words}>
          <h2 id="consent-title" className={classes.title}>
            May we record how you use the desk?
          </h2>
          <p className={classes.text}>
            Until you answer, nothing is stored for it and nothing leaves this page. You can change your answer in
            Settings at any time.
          </p>
        </div>
        {isChoosing && (
          <div className={classes.purposes}>
            {purposes.map(({ name, label, text }) => (
              <Switch
                key={name}
                label={label}
                description={text}
                checked={chosen[name] ?? false}
                onChange={({ currentTarget: { checked } }) => setChosen({ ...chosen, [name]: checked })}
              />
            ))}
          </div>
        )}
        <div className={classes.answers}>
          {isChoosing ? (
            <Button variant="default" onClick={() => decide((name) => chosen[name] ?? false)}>
              Save my choice
            </Button>
          ) : (
            <Button variant="default" onClick={() => setChoosing(true)}>
              Choose…
            </Button>
          )}
          <Button variant="default" onClick={() => withdraw({ source: 'dialogue' })}>
            Refuse all
          </Button>
          <Button variant="default" onClick={() => decide(() => true)}>
            Allow all
          </Button>
        </div>
      </div>
    </section>
  )
}
