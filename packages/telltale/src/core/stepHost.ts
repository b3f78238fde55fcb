import type { Host } from './host.ts'
import type { SteppedLayer } from './model/step.ts'

/**
 * What a step of the library gets when it starts: what a part of the layer gets. `createEvents` passes it to each step; the type of a
 * step shows the application only what it may rely on.
 */
export interface StepHost extends Host, SteppedLayer {}
