import { EyeIcon } from '@primer/octicons-react'
import classes from './Avatar.module.css'

interface AvatarProps {
  readonly name: string
  readonly isImpersonated: boolean
}

/** A person's initials, always in the same colour, with an eye if the person is impersonated. */
export function Avatar({ name, isImpersonated }: AvatarProps) {
  const initials = name
    .split(/[\s:@.]+/)
    .filter(Boolean)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
  const colour = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4, 7)
  return (
    <span className={classes.avatar} data-colour={colour} aria-hidden>
      {initials.toUpperCase() || '?'}
      {isImpersonated && (
        <span className={classes.eye}>
          <EyeIcon size={11} />
        </span>
      )}
    </span>
  )
}
