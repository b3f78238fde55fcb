export type { Detector } from './steps/detectors.ts'
export { redact } from './steps/redact.ts'
export { redactMoment } from './steps/redactMoment.ts'
export { redactor, type Redact, type RedactOptions } from './steps/redactor.ts'
