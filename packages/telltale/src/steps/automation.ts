import type { Step } from '../core/step.ts'

/** Marks the events of a browser that a program controls, and drops none. */
export const createAutomation = (isAutomated: () => boolean): Step => ({
  name: 'automation',
  enrich: () => (isAutomated() ? { moment: { automated: true } } : undefined),
})
