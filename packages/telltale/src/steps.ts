import { createAutomation } from './steps/automation.ts'
import type { Step } from './core/step.ts'
import { isAutomated } from './platform/automated.ts'

/**
 * A step that marks events with `automated: true` in their moment if the browser says that a program controls it, as tests and some
 * crawlers do. It drops none.
 */
export const automation = (): Step => createAutomation(isAutomated)

export { commonProperties, type CommonProperties } from './steps/commonProperties.ts'
export { exposures } from './steps/exposures.ts'
export { sample } from './steps/sample.ts'
export { sampleBy } from './steps/sampleBy.ts'
export type { Step }
