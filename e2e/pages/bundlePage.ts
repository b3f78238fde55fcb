import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** Bundles a module of an application with its imports, as the application's bundler would. */
export async function bundlePage(module: URL, alias: Readonly<Record<string, string>> = {}): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    // Without the condition `production`, under which the messages of the library have no words.
    resolve: { alias, conditions: ['module', 'browser'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      // A single file, because only the entry of these pages is served.
      rolldownOptions: { input: fileURLToPath(module), output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
