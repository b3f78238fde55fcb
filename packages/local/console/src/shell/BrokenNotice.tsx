import { IconAlertTriangle } from '@tabler/icons-react'
import { useErrorBoundary } from 'react-error-boundary'
import { Notice } from './Notice.tsx'

/** That something which has no pane of its own is broken, why, and a way to try again. As the fallback of a boundary. */
export function BrokenNotice({ name }: { readonly name: string }) {
  const { error, resetBoundary } = useErrorBoundary()
  return (
    <Notice
      tone="red"
      icon={IconAlertTriangle}
      title={`${name} cannot be shown.`}
      action={{ name: 'Try again', do: resetBoundary }}
    >
      That is a mistake of the console’s own. Everything else goes on. (
      {error instanceof Error ? `${error.name}: ${error.message}` : String(error)})
    </Notice>
  )
}
