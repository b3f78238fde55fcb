import { logError, onError, reportToWindow } from './platform/windowErrors.ts'
import { createErrors, type ErrorsOptions, type ErrorStep } from './steps/errors.ts'

/**
 * A step that records errors as events `Error` of the kind `error`: what nothing has caught, rejections that nothing handles, errors of React 19, and what the application
 * passes to `capture`. Properties: `type`, `message`, `stacktrace`, `fingerprint`, `handled`, `source` (`window`, `promise`, `react` or `application`), `component_stack` of
 * React, and `repeated`, how many of the same fingerprint were left out before. In a minute, a page records 5 of the same fingerprint, and 50 of all.
 *
 * @example
 * ```ts
 * const errorStep = errors({ ignore: ['ResizeObserver loop'] })
 * events: { steps: [errorStep] },
 * createRoot(element, errorStep.reactRootOptions)
 * ```
 */
export const errors = (options?: ErrorsOptions): ErrorStep =>
  createErrors(options, { onError, report: reportToWindow, log: logError })

export type { CaptureOptions, ErrorsOptions, ErrorStep, OnReactError, ReactRootErrors } from './steps/errors.ts'
export type { Step } from './core/step.ts'
