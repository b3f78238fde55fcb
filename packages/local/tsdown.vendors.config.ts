import { defineConfig } from 'tsdown'

/** The scripts of the vendors' stand-ins as a page loads them: one self-contained file each. */
export default defineConfig(
  ['heap', 'intercom'].map((vendor) => ({
    entry: { [vendor]: `vendors/${vendor}.ts` },
    outDir: 'dist/vendors',
    format: 'iife' as const,
    platform: 'browser' as const,
    target: 'es2022',
    outputOptions: { entryFileNames: '[name].js' },
    inputOptions: { resolve: { conditionNames: ['@telltale/source', 'browser', 'import'] } },
    deps: { alwaysBundle: [/.*/] },
    clean: false,
    dts: false,
    minify: true,
    sourcemap: false,
  })),
)
