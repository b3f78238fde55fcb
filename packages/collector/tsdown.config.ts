import { defineConfig } from 'tsdown'

export const collector = defineConfig({
  entry: ['src/{index,experiment,kafka,parquet,plan,postgres,sqlite,testing,cli}.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
  // tsdown.types.config.ts writes the declaration files.
  dts: false,
  sourcemap: true,
  // What a build has left is removed before the next one: see `wireit` in package.json.
  clean: false,
  // What the library and the collector share is in the collector's own files: a server installs no library for pages.
  inputOptions: { resolve: { conditionNames: ['@telltale/source', 'node', 'import', 'default'] } },
})

export default collector
