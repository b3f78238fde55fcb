import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { problemKindInfo } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** The packages need `exports`, which this way of resolving does not read. */
const NOT_SUPPORTED = new Set(['node10'])

/** From 20.19, the oldest Node that the packages support, `require` takes an ES module. `installedEntries.test.mjs` shows it. */
const SUPPORTED = new Set(['CJSResolvesToESM'])

/**
 * @param {Buffer} tarball
 * @returns {Promise<string[]>} what is wrong with the package, for whoever installs it
 */
export async function judgeTarball(tarball) {
  const content = createPackageFromTarballData(new Uint8Array(tarball))
  const { messages, pkg } = await publint({
    pack: { tarball: arrayBuffer(tarball) },
    strict: true,
    level: 'suggestion',
  })
  const lint = messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)

  const result = await checkPackage(content)
  const types = result.types
    ? result.problems
        .filter((problem) => !SUPPORTED.has(problem.kind))
        .filter((problem) => !('resolutionKind' in problem && NOT_SUPPORTED.has(problem.resolutionKind)))
        .map((problem) => `${problemKindInfo[problem.kind].title}: ${whereOf(problem)}`)
    : ['It has no types.']
  const code = result.types ? withoutCode(result) : []
  return [...lint, ...types, ...code, ...missing(content.listFiles())]
}

/** Entries that have types for `require` or `import`, and nothing to run. @param {import('@arethetypeswrong/core').Analysis} analysis */
function withoutCode({ entrypoints }) {
  return Object.values(entrypoints).flatMap(({ subpath, resolutions }) =>
    Object.values(resolutions)
      .filter(({ resolutionKind }) => !NOT_SUPPORTED.has(resolutionKind))
      .filter(({ resolution, implementationResolution }) => resolution && !implementationResolution)
      .map(({ resolutionKind }) => `Types without code: ${subpath} (${resolutionKind})`),
  )
}

/** @param {readonly string[]} files */
function missing(files) {
  const tests = files.filter((file) => /\.(test|suite)\./.test(file)).map((file) => `${file} is a test.`)
  return files.some((file) => file.endsWith('/LICENSE')) ? tests : [...tests, 'The licence is not in it.']
}

/** @param {import('@arethetypeswrong/core').Problem} problem */
function whereOf(problem) {
  if ('entrypoint' in problem) return `${problem.entrypoint} (${problem.resolutionKind})`
  return 'typesFileName' in problem ? problem.typesFileName : problem.fileName
}

/** @param {Buffer} buffer @returns {ArrayBuffer} */
function arrayBuffer(buffer) {
  return new Uint8Array(buffer).buffer
}
