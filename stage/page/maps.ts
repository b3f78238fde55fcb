import { loadMaps } from 'telltale/maps'

declare global {
  /** What the maps service's script defines. */
  var testMaps: object | undefined
  /** Loads the script as an application does. Answers `loaded`, or why it could not be loaded. */
  var loadTestMaps: (hasPolicy: boolean) => Promise<string>
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): TestPolicy }
    | undefined
}

interface TestPolicy {
  createScriptURL(url: string): unknown
}

const URL = '/maps.js?key=secret'
const ready = () => globalThis.testMaps

globalThis.loadTestMaps = async (hasPolicy) => {
  const rules = {
    createScriptURL(url: string) {
      if (url !== URL) throw new TypeError('Not the maps service')
      return url
    },
  }
  const policy = hasPolicy ? globalThis.trustedTypes?.createPolicy('maps', rules) : undefined
  try {
    await loadMaps({ url: URL, ready, policy })
    return 'loaded'
  } catch (error) {
    return (error as Error).message
  }
}
