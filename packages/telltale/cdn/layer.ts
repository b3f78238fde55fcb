// The layer with its flags and a collector: what most pages need.
export { collector } from '../src/collector.ts'
export { launchDarkly } from '../src/flags.ts'
export { createTelltale } from '../src/index.ts'
