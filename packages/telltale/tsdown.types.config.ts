import { defineConfig } from 'tsdown'
import { entries } from './tsdown.config.ts'

/** The declaration files alone. */
export default defineConfig({ ...entries, copy: [], dts: { emitDtsOnly: true }, checks: { pluginTimings: false } })
