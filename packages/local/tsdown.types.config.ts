import { defineConfig } from 'tsdown'
import { services } from './tsdown.config.ts'

/** Only the declaration files. */
export default defineConfig({ ...services, dts: { emitDtsOnly: true }, checks: { pluginTimings: false } })
