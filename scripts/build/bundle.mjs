import { build } from 'tsdown'

// node bundle.mjs [config]: bundles the package of the working directory. The command of tsdown itself warns of each Node 20, which we support.

await build({ ...(process.argv[2] && { config: process.argv[2] }), logLevel: 'warn' })
