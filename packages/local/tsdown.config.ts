import { defineConfig } from 'tsdown'

export default defineConfig({
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
