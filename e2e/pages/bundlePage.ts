import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** One module of an application, and all that it imports, as the application's bundler would make it. */
export async function bundlePage(module: URL, alias: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(module) },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
