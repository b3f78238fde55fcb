export type { Detector } from './steps/detectors.ts'
export { redact } from './steps/redact.ts'
export { redactor, type Redact, type RedactOptions } from './steps/redactor.ts'
