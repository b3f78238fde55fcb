import type { ReactNode } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { Empty } from './Empty.tsx'
import { Pane } from './Pane.tsx'

interface GuardedProps {
  /** The name of the content, as a heading: `Flags`. */
  readonly name: string
  /** Goes back on a narrow screen. */
  readonly back?: { readonly name: string; readonly go: () => void } | undefined
  readonly children: ReactNode
}

/**
 * An error boundary: shows the error and a button to try again in place of the failed content, so that the rest of the page
 * keeps working. With a `key` that identifies the content, returning to it also tries again. The name may change while it is
 * open.
 */
export function Guarded({ name, back, children }: GuardedProps) {
  return <ErrorBoundary fallback={<Broken name={name} back={back} />}>{children}</ErrorBoundary>
}

function Broken({ name, back }: Omit<GuardedProps, 'children'>) {
  const { error, resetBoundary } = useErrorBoundary()
  return (
    <Pane title={name} back={back}>
      <div role="alert">
        <Empty title={`${name} cannot be shown`} action={{ name: 'Try again', do: resetBoundary }}>
          <p>This is a bug in the console. The other views still work. Unsaved edits in this view are lost.</p>
          <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
        </Empty>
      </div>
    </Pane>
  )
}
