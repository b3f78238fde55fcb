import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'

/** A page's script: the library's public entry in it is as an application's bundler would have it. */
export async function buildPage(name: 'contractPage' | 'relayPage'): Promise<string> {
  const entry = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: name } },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []))
  const script = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry)
  if (script?.type !== 'chunk') throw new Error(`${name} could not be bundled.`)
  return script.code
}
