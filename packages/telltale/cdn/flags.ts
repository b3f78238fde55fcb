// Flags without the layer.
export { createFlagClient } from '../src/flags.ts'
