import { defineConfig } from 'tsdown'
import vendors from './tsdown.vendors.config.ts'

const services = defineConfig({
  entry: ['src/index.ts', 'src/cli.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  dts: true,
  sourcemap: true,
  // Not the whole folder: the console is built into it too.
  clean: ['dist/*.js', 'dist/*.map', 'dist/*.d.ts'],
})

// In one go, so that whoever builds the services has what their pages load.
export default [services, ...vendors]
