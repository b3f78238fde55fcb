import { bundlePage, PAGE_SCRIPT } from 'stage/bundlePage'
import { startRecordedServices, type RecordedServices } from '../delivery/recordedServices.ts'

/** Nothing inline, no HTML from texts. */
const POLICY =
  "default-src 'self'; img-src data:; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const HEAD = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Prices</title><link rel="icon" href="data:,">`
const HTML = `${HEAD}<main><h1>Prices</h1><button type="button">…</button></main><script type="module" src="${PAGE_SCRIPT}"></script>`
const FRAME = `${HEAD}<main><h1>Portal</h1><iframe src="/" title="Prices" width="800" height="600"></iframe></main>`

/** A page with the inspector under a strict policy, and its services. `/frame` has it in a frame. */
export async function startInspectedPage(): Promise<RecordedServices> {
  const files = await bundlePage('inspected')
  return startRecordedServices((path, _request, response) => {
    const code = files.get(path)?.code
    response.writeHead(200, {
      'content-type': code === undefined ? 'text/html; charset=utf-8' : 'text/javascript',
      'content-security-policy': POLICY,
    })
    response.end(code ?? (path === '/frame' ? FRAME : HTML))
  })
}
