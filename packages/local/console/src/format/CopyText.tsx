import { Button, CopyButton } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'

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
          leftSection={copied ? <CheckIcon size={13} /> : <CopyIcon size={13} />}
        >
          {copied ? 'Copied' : name}
        </Button>
      )}
    </CopyButton>
  )
}
