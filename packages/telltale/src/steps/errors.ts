import { checkOptions, type HasPassed } from '../core/checkOptions.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { isText } from '../core/model/promotion.ts'
import type { OptionTable } from '../core/optionTable.ts'
import type { Step } from '../core/step.ts'
import type { StepHost } from '../core/stepHost.ts'
import { createErrorLimit } from './errorLimit.ts'
import { publicStack, readThrown } from './thrown.ts'

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
  onError(listener: (source: 'window' | 'promise', event: object) => void): Unsubscribe
  /** Tells the window of an error, as of one that nothing has caught. */
  report(error: unknown): void
  /** Writes an error to the console. */
  log(error: unknown): void
}

const isPattern = (one: unknown) => isText(one) || one instanceof RegExp

const ERRORS = {
  what: 'errors',
  table: {
    ignore: [(value) => Array.isArray(value) && value.every(isPattern), 'a list of texts and regular expressions'],
  } satisfies OptionTable<ErrorsOptions>,
}

/** A browser hides what happens in a script of another origin that is loaded without CORS. */
const HIDDEN = /^Script error\.?$/i
const SCRIPT_ERROR = 'Script error: the browser hides errors of scripts of another origin'
const MESSAGE = /^(?:Uncaught )?(?:([\w$.]*(?:Error|Exception)): )?(.*)$/s

interface ErrorFacts {
  readonly source: Source
  readonly handled: boolean
  readonly component_stack?: string | undefined
}

/** The value that an event of the window is about. `undefined` for an image or a script that was not loaded: it has no message. */
function thrownOf(source: Source, event: object): readonly [unknown] | undefined {
  const { reason, error, message: text, filename, lineno, colno } = event as PromiseRejectionEvent & ErrorEvent
  if (source === 'promise') return [reason]
  if (typeof text !== 'string') return undefined
  if (error !== undefined && error !== null) return [error]
  const [, name = 'Error', message = ''] = MESSAGE.exec(text) ?? []
  const stack = filename ? `at ${filename}:${lineno}:${colno}` : ''
  return [{ name, message: HIDDEN.test(message) ? SCRIPT_ERROR : message, stack }]
}

/** Records each error as an event. */
export function createErrors(options: ErrorsOptions | undefined, page: ErrorPage): ErrorStep & HasPassed {
  const passed = checkOptions(ERRORS, options)
  const ignored = [...(passed.options.ignore ?? [])]
  const layers = new Set<(error: unknown, facts: ErrorFacts) => void>()
  /** What this step tells the window of: it is recorded already. */
  let reported: readonly [unknown] | undefined

  const isIgnored = (message: string) =>
    ignored.some((one) =>
      // `search` starts at the beginning, also for a pattern with `g`.
      attempt(() => (typeof one === 'string' ? message.includes(one) : message.search(one) >= 0)),
    )

  function startLayer({ record, '~host': host }: StepHost) {
    const leftOut = createErrorLimit(host.platform.clock.now)
    /** How each error was heard: one that is caught and thrown again is heard another way, too. */
    const heard = new WeakMap<object, Source>()
    let isRecording = false

    function isHeardAgain(error: unknown, source: Source) {
      if ((typeof error !== 'object' && typeof error !== 'function') || !error) return false
      const before = heard.get(error) ?? source
      heard.set(error, before)
      return before !== source
    }

    return (error: unknown, facts: ErrorFacts) => {
      // An error of what records would never end.
      if (isRecording || isHeardAgain(error, facts.source)) return
      isRecording = true
      attempt(() => {
        const thrown = readThrown(error)
        const repeated = isIgnored(thrown.message) ? undefined : leftOut(thrown.fingerprint)
        if (repeated !== undefined) record('Error', { ...thrown, ...facts, ...(repeated && { repeated }) }, 'error')
      })
      isRecording = false
    }
  }

  function note(error: unknown, facts: ErrorFacts) {
    for (const layer of layers) layer(error, facts)
  }

  const ofReact =
    (handled: boolean, pass: (error: unknown) => void): OnReactError =>
    (error, info) => {
      const stack = attempt(() => info.componentStack)
      note(error, {
        source: 'react',
        handled,
        component_stack: typeof stack === 'string' ? publicStack(stack) : undefined,
      })
      pass(error)
    }

  function report(error: unknown) {
    reported = [error]
    page.report(error)
    reported = undefined
  }

  return {
    name: 'errors',
    passed,
    start(layer: StepHost) {
      const tell = startLayer(layer)
      const stop = page.onError((source, event) => {
        const thrown = attempt(() => thrownOf(source, event))
        if (!thrown || (reported && Object.is(reported[0], thrown[0]))) return
        tell(thrown[0], { source, handled: false })
      })
      layers.add(tell)
      return () => {
        stop()
        layers.delete(tell)
      }
    },
    capture(error, how) {
      note(error, { source: 'application', handled: attempt(() => how?.handled) !== false })
    },
    reactRootOptions: {
      onUncaughtError: ofReact(false, report),
      onCaughtError: ofReact(true, page.log),
      onRecoverableError: ofReact(true, report),
    },
  }
}
