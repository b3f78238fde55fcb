import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createProgram } from './createProgram.ts'
import { unknownVariables } from './options/environment.ts'
import { argumentOf, isOptionName, OPTION_NAMES, specOf } from './options/options.ts'

const FOLDER = join(import.meta.dirname, '../../image')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly stop_grace_period?: string
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'))
const services = files.flatMap((file) =>
  Object.entries((parse(read(file)) as { readonly services: Readonly<Record<string, Service>> }).services).map(
    ([name, service]) => ({ file, name, service }),
  ),
)
const ours = services.filter(({ service }) => service.image.startsWith('telltale-collector:'))

test('there is a compose file for each kind of store', () => {
  expect(files.sort()).toEqual(['compose.kafka.yaml', 'compose.postgres.yaml', 'compose.sqlite.yaml'])
  expect(ours.map(({ file, name }) => `${file} ${name}`)).toHaveLength(5)
})

test.each(ours)('each variable of $name in $file sets an option, which takes the value', ({ service }) => {
  const environment = Object.entries(service.environment ?? {}).filter(([name]) => name.startsWith('TELLTALE_'))
  expect(unknownVariables(Object.fromEntries(environment.map(([name]) => [name, 'x'])))).toEqual([])
  for (const [name, value] of environment) {
    const option = OPTION_NAMES.find((one) => variableOf(one) === name)
    if (option === undefined) throw new Error(`${name} is no option.`)
    if (!String(value).includes('$')) expect(() => specOf(option).kind.fromText(String(value))).not.toThrow()
  }
})

test.each(ours)('$name in $file is given the time to end in order', ({ service }) => {
  const drainMs = Number(service.environment?.[variableOf('drainMs')] ?? specOf('drainMs').default)
  const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1])
  // Requests that were begun take ten seconds at most.
  expect(seconds * 1000).toBeGreaterThanOrEqual(drainMs + 10_000)
})

test.each(ours)('the command of $name in $file is one of the program', ({ service: { command = [] } }) => {
  const commands = createProgram('0.0.0').commands.map((one) => one.name())
  expect(command.filter((word) => !commands.includes(word))).toEqual([])
})

test('what the files say about options is about options that there are', () => {
  const { version } = JSON.parse(read('../package.json')) as { version: string }
  for (const name of [...files, 'Dockerfile']) {
    const text = read(name)
    for (const [, word = ''] of text.matchAll(/^#.*`(--[a-z-]+)/gm))
      expect(isKnown(word), `${word} in ${name}`).toBe(true)
    for (const [, tag] of text.matchAll(/telltale-collector[:-](\d+\.\d+\.\d+)/g)) expect(tag).toBe(version)
  }
  for (const [, name = ''] of read('Dockerfile').matchAll(/(TELLTALE_COLLECTOR_\w+)/g))
    expect(unknownVariables({ [name]: 'x' })).toEqual([])
})

test('the image runs as a user without rights, and is ended with the signal that the collector waits for', () => {
  const lines = read('Dockerfile').split('\n')
  expect(lines).toContain('USER node')
  expect(lines).toContain('STOPSIGNAL SIGTERM')
})

test.each([
  [200, 0],
  [503, 1],
])('the health check of the image ends with another code when the collector answers %i: %i', async (status, code) => {
  const [, json = '[]'] = /HEALTHCHECK[^]*?CMD (\[.*\])/.exec(read('Dockerfile')) ?? []
  const [, ...args] = JSON.parse(json) as readonly string[]
  const asked: unknown[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const child = spawn(process.execPath, args, { env: { TELLTALE_COLLECTOR_PORT: String(port) } })
  expect((await once(child, 'close'))[0]).toBe(code)
  expect(asked).toEqual(['/health/ready'])
  server.closeAllConnections()
  server.close()
})

const variableOf = (name: string) =>
  `TELLTALE_COLLECTOR_${argumentOf(name).slice(2).replaceAll('-', '_').toUpperCase()}`

/** An option of the collector, or one of the programs that build and run the image. */
const isKnown = (word: string) =>
  isOptionName(word.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())) ||
  ['--offline', '--os', '--cpu', '--libc', '--cache'].includes(word)
