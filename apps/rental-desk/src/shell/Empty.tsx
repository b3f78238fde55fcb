import { Button } from '@mantine/core'
import { Link } from 'wouter'
import classes from './Empty.module.css'

type Props = {
  text: string
  action?: string
} & ({ href?: string } | { onAction?: () => void })

/** Explains why there is nothing to show, and offers an optional action. */
export function Empty({ text, action, ...way }: Props) {
  return (
    <div className={classes.empty}>
      <p>{text}</p>
      {action !== undefined && 'href' in way && way.href !== undefined && (
        <Button component={Link} href={way.href} variant="default">
          {action}
        </Button>
      )}
      {action !== undefined && 'onAction' in way && (
        <Button variant="default" onClick={way.onAction}>
          {action}
        </Button>
      )}
    </div>
  )
}
