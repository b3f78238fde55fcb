import { Button } from '@mantine/core'
import { Link } from 'wouter'
import classes from './Empty.module.css'

type Props = {
  text: string
  action?: string
} & ({ href?: string } | { onAction?: () => void })

/** Where there is nothing to show: why, and what one can do about it. */
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
