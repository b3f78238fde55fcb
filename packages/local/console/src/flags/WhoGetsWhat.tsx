import { ArrowRightIcon } from '@primer/octicons-react'
import { useContext } from 'react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { OverridesContext, overrideText } from '../feed/knownOverrides.ts'
import { Avatar } from '../people/Avatar.tsx'
import { nameOf } from '../people/nameOf.ts'
import { Empty } from '../shell/Empty.tsx'
import { Pane } from '../shell/Pane.tsx'
import { routeHash } from '../shell/route.ts'
import { reasonText } from './reasonText.ts'
import type { Phase, WhoGetsWhat as Known } from './useWhoGetsWhat.ts'
import { VariationChip } from './VariationChip.tsx'
import pressable from '../shell/PressableRow.module.css'
import classes from './WhoGetsWhat.module.css'

interface WhoGetsWhatProps {
  readonly users: readonly LocalUser[]
  readonly known: Known
  /** What the form shows. While that is broken, the values are those of the last valid state. */
  readonly phase: Phase
  /** The token of the selected person. */
  readonly picked: string | undefined
  readonly onPick: (token: string | undefined) => void
}

const SAYS = { saved: undefined, draft: 'with your changes', broken: 'the last valid values' }

/** Everyone's value of a flag, and the reason. Selecting a person highlights the part of the flag that determined the value. */
export function WhoGetsWhat({ users, known, phase, picked, onPick }: WhoGetsWhatProps) {
  const all = useContext(OverridesContext)
  const overrides = Object.hasOwn(all, known.flag.key) ? all[known.flag.key] : undefined
  return (
    <Pane title="Who gets what" tools={SAYS[phase] && <span className={classes.draft}>{SAYS[phase]}</span>}>
      <ul className={classes.list}>
        {users.map((user) => {
          const evaluation = known.values.get(user.token)
          const isPicked = picked === user.token
          const override = overrideText(overrides, user.identity.unique_identity)
          return (
            <li className={classes.item} key={user.token}>
              <button
                className={`${pressable.row} ${classes.person}`}
                aria-pressed={isPicked}
                onClick={() => onPick(isPicked ? undefined : user.token)}
              >
                <Avatar name={nameOf(user)} isImpersonated={Boolean(user.identity['mimic_user'])} />
                <span className={pressable.words}>
                  <span className={pressable.name}>{nameOf(user)}</span>
                  <span className={classes.why}>{evaluation ? reasonText(evaluation, known.flag) : '…'}</span>
                  {override !== undefined && <span className={classes.override}>{override} on an open page</span>}
                </span>
                {evaluation && (
                  <VariationChip
                    index={evaluation.variation ?? -1}
                    value={evaluation.variation === undefined ? 'fallback' : evaluation.value}
                    name={known.flag.variationNames?.[evaluation.variation ?? -1]}
                  />
                )}
              </button>
              <a
                className={classes.open}
                href={routeHash({ view: 'people', open: user.identity.unique_identity })}
                aria-label={`Open ${nameOf(user)} in People`}
                title={`Open ${nameOf(user)} in People`}
              >
                <ArrowRightIcon size={15} />
              </a>
            </li>
          )
        })}
      </ul>
      {users.length === 0 && <Empty title="No users yet">Add users to the users file.</Empty>}
    </Pane>
  )
}
