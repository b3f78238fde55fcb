import type { ReactNode } from 'react'
import { ErrorBoundary, useErrorBoundary } from 'react-error-boundary'
import { Empty } from './Empty.tsx'
import { Pane } from './Pane.tsx'

interface GuardedProps {
  /** What it is, as a heading: `Flags`. */
  readonly name: string
  /** The way back, where there is room for it only. */
  readonly back?: { readonly name: string; readonly go: () => void } | undefined
  readonly children: ReactNode
}

/**
 * Keeps what breaks from taking the rest of the page along: in its place stands what happened, and a way to try again. With a `key`
 * of what it is, coming back to it tries again too; its name may change while it is open.
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
          <p>
            That is a mistake of the console’s own. Everything else goes on; what was being edited here and was not
            saved is lost.
          </p>
          <code>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</code>
        </Empty>
      </div>
    </Pane>
  )
}
