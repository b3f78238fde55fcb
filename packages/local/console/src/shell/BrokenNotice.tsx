import { AlertIcon } from '@primer/octicons-react'
import { useErrorBoundary } from 'react-error-boundary'
import { Notice } from './Notice.tsx'

/** The fallback of an error boundary without its own pane: shows the error and a button to try again. */
export function BrokenNotice({ name }: { readonly name: string }) {
  const { error, resetBoundary } = useErrorBoundary()
  return (
    <Notice
      tone="red"
      icon={AlertIcon}
      title={`${name} cannot be shown.`}
      action={{ name: 'Try again', do: resetBoundary }}
    >
      This is a bug in the console. The other views still work. (
      {error instanceof Error ? `${error.name}: ${error.message}` : String(error)})
    </Notice>
  )
}
