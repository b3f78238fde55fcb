import { listen } from 'stage/listen'

/** Serves pages with one script each, at the paths that `bundle` knows. A script is bundled when it is first requested. */
export function startPageServer(bundle: (path: string) => Promise<string>) {
  const bundles = new Map<string, Promise<string>>()

  function bundleOnce(path: string): Promise<string> {
    const known = bundles.get(path) ?? bundle(path)
    bundles.set(path, known)
    return known
  }

  return listen(async (request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.test')
    const isScript = pathname.endsWith('.js')
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(
      isScript
        ? await bundleOnce(pathname.replace('.js', ''))
        : `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="${pathname}.js"></script>`,
    )
  })
}
