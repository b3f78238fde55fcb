import { defineConfig } from 'tsdown'
import vendors from './tsdown.vendors.config.ts'

export const services = defineConfig({
  entry: ['src/index.ts', 'src/cli.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  // tsdown.types.config.ts writes the declaration files.
  dts: false,
  copy: ['../../CHANGELOG.md'],
  sourcemap: true,
  // The output of an earlier build is removed before the next one: see `wireit` in package.json.
  clean: false,
})

// Built together, so that the services always have the scripts that their pages load.
export default [services, ...vendors]
