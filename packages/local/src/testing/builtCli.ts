import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ensureBuilt } from '../../../../scripts/build/ensureBuilt.mjs'

const ROOT = join(import.meta.dirname, '..', '..')

export interface BuiltCli {
  readonly folder: string
  run(args: readonly string[], how?: { readonly cwd?: string; readonly env?: Record<string, string> }): Run
  remove(): Promise<void>
}

export interface Run {
  readonly child: ChildProcess
  out(): string
  err(): string
  /** Resolves with the address of the services once it was printed. */
  address(): Promise<string>
  /** The exit code. */
  readonly ended: Promise<number | null>
}

/** Runs the built command line in a folder with the samples. */
export async function builtCli(): Promise<BuiltCli> {
  // Inside the package, where the program finds its dependencies.
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache', 'command-line-'))
  const { ok } = await ensureBuilt({ folders: ['packages/local'] })
  expect(ok, 'packages/local can be built').toBe(true)
  await cp(join(ROOT, 'dist'), folder, { recursive: true })
  await cp(join(ROOT, 'samples'), join(folder, 'telltale'), { recursive: true })

  return {
    folder,
    run(args, { cwd = folder, env = {} } = {}) {
      const child = spawn(process.execPath, [join(folder, 'cli.js'), ...args], { cwd, env: { ...process.env, ...env } })
      let [out, err] = ['', '']
      child.stdout.on('data', (chunk) => (out += String(chunk)))
      child.stderr.on('data', (chunk) => (err += String(chunk)))
      const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
      return {
        child,
        out: () => out,
        err: () => err,
        ended,
        async address() {
          await expect.poll(() => out).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
          return /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? ''
        },
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
