import { defineConfig, type Rolldown } from 'tsdown'
import { shortMessages } from '../../scripts/build/shortMessages.mjs'
import { withoutReports } from '../../scripts/build/withoutReports.mjs'

/** The oldest supported browsers, as `browserslist` in package.json: newer syntax is compiled to theirs. */
const TARGET = ['chrome93', 'edge93', 'firefox92', 'safari15.4']

/**
 * Takes out imports without a binding, which Rolldown leaves where it has put a constant in its place: no module has side effects, and esbuild
 * warns of each in every build of an application. The line stays, so that source maps stay right.
 */
const withoutBareImports: Rolldown.Plugin = {
  name: 'without-bare-imports',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/^import "\.[^"]*";$/gm, '')
  },
}

export const entries = defineConfig({
  entry: ['src/*.ts', '!src/*.{test,suite}.ts'],
  format: 'esm',
  platform: 'neutral',
  target: TARGET,
  fixedExtension: false,
  // tsdown.types.config.ts writes the declaration files: they take ten times as long, and running the code does not need them.
  dts: false,
  // A module stays a file of its own: in a shared chunk, what the first chunk needs would bring what is loaded later with it.
  unbundle: true,
  plugins: [withoutBareImports],
  copy: ['../../CHANGELOG.md'],
  sourcemap: true,
  // What a build has left is removed before the next one: see `wireit` in package.json.
  clean: false,
})

/** Files with everything in them but React, for pages without a bundler. Each is built alone: together, they would share chunks. */
const files = defineConfig(
  ['telltale', 'layer', 'flags', 'react'].map((name) => ({
    entry: { [name]: `cdn/${name}.ts` },
    outDir: 'dist/cdn',
    format: 'esm' as const,
    platform: 'browser' as const,
    target: TARGET,
    fixedExtension: false,
    clean: false,
    dts: false,
    minify: true,
    sourcemap: false,
    deps: { neverBundle: /^react/ },
    outputOptions: { codeSplitting: false },
  })),
)

/** What the condition `production` of `exports` names: the same, with the codes of messages in place of their words, and without reports on settings. */
const production = {
  ...entries,
  outDir: 'dist/production',
  copy: [],
  sourcemap: false,
  plugins: [withoutReports(), shortMessages(), withoutBareImports],
}

export default [entries, production, ...files]
