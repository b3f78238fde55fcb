import { defineConfig } from 'tsdown'
import { collector } from './tsdown.config.ts'

/** Only the declaration files. */
export default defineConfig({ ...collector, dts: { emitDtsOnly: true }, checks: { pluginTimings: false } })
