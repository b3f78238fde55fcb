import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions, type Rolldown } from 'vite'
import { listen, type Listening } from '../listen.ts'

const HTML =
  '<!doctype html><meta charset="utf-8"><title>The flag client under test</title><script type="module" src="/page.js"></script>'

/** Serves a page with a script of this folder. The page has an origin of its own, so that its requests to other servers need CORS. */
export async function servePage(name: 'contractPage' | 'relayPage'): Promise<Listening> {
  const script = await bundle(name)
  return listen(({ url }, response) => {
    const [type, body] = url === '/page.js' ? ['text/javascript', script] : ['text/html', HTML]
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body)
  })
}

/** Bundles a script with the public entry of the library, as the bundler of an application would. */
async function bundle(name: string) {
  const entry = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['@telltale/source', ...defaultClientConditions] },
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: name } },
  })
  const [result] = built as [Rolldown.RolldownOutput]
  return result.output[0].code
}
