import { Button, CopyButton } from '@mantine/core'
import { Check, Copy } from 'iconoir-react'

interface CopyTextProps {
  readonly text: string
  /** The button's label. */
  readonly name: string
}

/** A button that copies a text. */
export function CopyText({ text, name }: CopyTextProps) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={copy}
          leftSection={copied ? <Check width={13} height={13} /> : <Copy width={13} height={13} />}
        >
          {copied ? 'Copied' : name}
        </Button>
      )}
    </CopyButton>
  )
}
