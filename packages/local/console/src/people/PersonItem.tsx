import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconFlag, IconKey } from '@tabler/icons-react'
import type { LocalUser } from '../../../src/users/usersFile.ts'
import { Avatar } from './Avatar.tsx'
import { nameOf } from './nameOf.ts'
import classes from './PersonItem.module.css'

interface PersonItemProps {
  readonly user: LocalUser
  /** Flag streams that are open for this person. */
  readonly streams: number
  /** Whether this person's values are shown. */
  readonly isShown: boolean
  readonly onShow: () => void
}

/** Somebody who can be signed in, and who is looking on in their name. */
export function PersonItem({ user, streams, isShown, onShow }: PersonItemProps) {
  const { identity, token, level } = user
  const name = nameOf(user)
  const impersonator = identity['mimic_user']
  const details = [identity['company_name'], identity.unique_identity, level].filter(Boolean).map(String)
  return (
    <article className={classes.person} data-shown={isShown}>
      <Avatar name={name} isImpersonated={Boolean(impersonator)} />
      <div className={classes.words}>
        <div className={classes.first}>
          <h3 className={classes.name}>{name}</h3>
          {streams > 0 && (
            <span className={classes.streams}>{streams === 1 ? 'connected' : `connected ${streams} times`}</span>
          )}
        </div>
        <div className={classes.details}>{details.join(' · ')}</div>
        {Boolean(impersonator) && (
          <div className={classes.impersonator}>
            <strong>{String(impersonator)}</strong> as {name}
          </div>
        )}
      </div>
      <Tooltip label="What does this person get?">
        <ActionIcon
          variant={isShown ? 'light' : 'subtle'}
          color={isShown ? 'starboard' : 'gray'}
          onClick={onShow}
          aria-pressed={isShown}
          aria-label={`Show what ${name} gets`}
        >
          <IconFlag size={15} />
        </ActionIcon>
      </Tooltip>
      <CopyButton value={token}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy the token'}>
            <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={`Copy the token of ${name}`}>
              {copied ? <IconCheck size={15} /> : <IconKey size={15} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </article>
  )
}
