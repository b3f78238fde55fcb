import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { isText } from '../core/model/promotion.ts'
import type { Step } from '../core/step.ts'
import type { StepHost } from '../core/stepHost.ts'
import { createErrorLimit } from './errorLimit.ts'
import { readStack, readThrown } from './thrown.ts'

/** The options of `errors`. */
export interface ErrorsOptions {
  /** Errors that are not recorded: a part of their message, or a pattern of it, such as `'ResizeObserver loop'`. */
  ignore?: readonly (string | RegExp)[] | undefined
}

/** How an application has caught an error. */
export interface CaptureOptions {
  /** `false` if the application cannot go on. `true` when absent. */
  handled?: boolean | undefined
}

/** Hears an error of React, with the components in which it happened. */
export type OnReactError = (error: unknown, info: { readonly componentStack?: string | null | undefined }) => void

/** Options for `createRoot` and `hydrateRoot` of React 19. */
export interface ReactRootErrors {
  /** No error boundary has caught it. */
  readonly onUncaughtError: OnReactError
  /** An error boundary has caught it. */
  readonly onCaughtError: OnReactError
  /** React has gone on by itself. */
  readonly onRecoverableError: OnReactError
}

/** The step that `errors` returns. */
export interface ErrorStep extends Step {
  /** Records an error that the application has caught: any value that was thrown. Never throws. */
  capture(error: unknown, options?: CaptureOptions): void
  /** Options for `createRoot(element, options)` of React 19. React writes to the console and tells the window as without them. */
  readonly reactRootOptions: ReactRootErrors
}

type Source = 'window' | 'promise' | 'react' | 'application'

/** What a browser tells of errors. */
export interface ErrorPage {
  /** Calls the listener with each event `error` and `unhandledrejection` of the window. */
  onError(listener: (event: object) => void): Unsubscribe
  /** Tells the window of an error, as of one that nothing has caught. */
  report(error: unknown): void
  /** Writes an error to the console. */
  log(error: unknown): void
}

const isPattern = (one: unknown): one is string | RegExp => isText(one) || one instanceof RegExp

interface ErrorFacts {
  readonly source: Source
  readonly handled: boolean
  readonly component_stack?: string | undefined
}

/** The value that an event of the window is about. `undefined` for an image or a script that was not loaded: it has no message. */
function thrownOf(event: object): readonly [thrown: unknown, source: Source] | undefined {
  const { reason, error, message: text, filename, lineno, colno } = event as PromiseRejectionEvent & ErrorEvent
  if ('reason' in event) return [reason, 'promise']
  if (typeof text !== 'string') return undefined
  if (error !== undefined && error !== null) return [error, 'window']
  const [, name = 'Error', message = ''] = /^(?:Uncaught )?(?:(\w+): )?(.*)/s.exec(text) ?? []
  // What happens in a script of another origin that is loaded without CORS.
  const told = message.replace(/^Script error\.?$/i, 'Script error of another origin')
  return [{ name, message: told, stack: filename && `at ${filename}:${lineno}:${colno}` }, 'window']
}

function ignoredBy(options: ErrorsOptions | undefined): readonly (string | RegExp)[] {
  const ignore =
    attempt<unknown>(
      () => options?.ignore,
      () => NaN,
    ) ?? []
  if (Array.isArray(ignore) && ignore.every(isPattern)) return [...ignore]
  throw new Error('Telltale cannot start. Set ignore of errors() to a list of texts and regular expressions. (T215)')
}

/** Records each error as an event. */
export function createErrors(options: ErrorsOptions | undefined, page: ErrorPage): ErrorStep {
  const ignored = ignoredBy(options)
  /** How each error was heard: one that is caught and thrown again is heard another way, too. */
  const heard = new WeakMap<object, Source>()
  let layer: StepHost | undefined
  let leftOut: ReturnType<typeof createErrorLimit> | undefined
  let isRecording = false
  /** What this step tells the window of: it is recorded already. At other times, what nobody can throw. */
  let reported: unknown = heard

  // `search` starts at the beginning, also for a pattern with `g`.
  const isIn = (message: string) => (one: string | RegExp) =>
    attempt(() => (typeof one === 'string' ? message.includes(one) : message.search(one) >= 0))

  function note(error: unknown, facts: ErrorFacts) {
    // An error of what records would never end.
    if (isRecording || !layer) return
    const source = heard.get(error as object) ?? facts.source
    // Texts and numbers cannot be kept, and are not the same when they are thrown again.
    attempt(() => heard.set(error as object, source))
    if (source !== facts.source) return
    isRecording = true
    attempt(() => {
      const thrown = readThrown(error)
      const repeated = ignored.some(isIn(thrown.message)) ? undefined : leftOut?.(thrown.fingerprint)
      if (repeated !== undefined)
        layer?.record('Error', { ...thrown, ...facts, ...(repeated && { repeated }) }, 'error')
    })
    isRecording = false
  }

  const ofReact =
    (handled: boolean, pass: (error: unknown) => void): OnReactError =>
    (error, info) => {
      note(error, { source: 'react', handled, component_stack: readStack(info, 'componentStack') })
      reported = error
      pass(error)
      reported = heard
    }

  return {
    name: 'errors',
    start(started: StepHost) {
      layer = started
      leftOut = createErrorLimit(started['~host'].platform.clock.now)
      return page.onError((event) => {
        const [error, source] = attempt(() => thrownOf(event)) ?? []
        if (source && !Object.is(reported, error)) note(error, { source, handled: false })
      })
    },
    capture: (error, how) => note(error, { source: 'application', handled: attempt(() => how?.handled) !== false }),
    reactRootOptions: {
      onUncaughtError: ofReact(false, page.report),
      onCaughtError: ofReact(true, page.log),
      onRecoverableError: ofReact(true, page.report),
    },
  }
}
