export type { Detector } from './steps/detectors.ts'
export { redact, redactor, type Redact, type RedactOptions } from './steps/redact.ts'
