/** A Trusted Types policy, as created by the browser's `trustedTypes.createPolicy`. */
export interface ScriptPolicy {
  createScriptURL(url: string): unknown
}

export interface ScriptRequest {
  nonce?: string | undefined
  policy?: ScriptPolicy | undefined
  signal: AbortSignal
}

export type ScriptOutcome =
  /**
   * The script has run, or another loader has put it in the page. `remove` allows the next request to load it again. An
   * element of another loader stays in the page.
   */
  | { outcome: 'loaded'; remove(): void }
  /** The script could not be loaded, or the signal has aborted. */
  | { outcome: 'failed' }
  /**
   * Trusted Types do not allow the page to use this address: no policy was given, or the policy refuses the address.
   */
  | { outcome: 'refused' }

/** Loads scripts of others into the page. */
export interface Scripts {
  /**
   * Loads a script. A script that is already in the page is not loaded again, and a script that failed leaves nothing
   * in the page. Never rejects.
   */
  load(url: string, request: ScriptRequest): Promise<ScriptOutcome>
}
