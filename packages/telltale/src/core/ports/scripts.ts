/** A Trusted Types policy, as the browser's `trustedTypes.createPolicy` makes one. */
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
   * The script has run, or another loader has put it in the page. `remove` lets the next request load it again; an element of
   * another loader stays in the page.
   */
  | { outcome: 'loaded'; remove(): void }
  /** It did not come, or the signal has aborted. */
  | { outcome: 'failed' }
  /** Trusted Types do not let the page use this address: it came without a policy, or the policy refuses it. */
  | { outcome: 'refused' }

/** Loads scripts of others into the page. */
export interface Scripts {
  /** A script that is in the page already is not loaded again, and one that failed leaves nothing in it. Never rejects. */
  load(url: string, request: ScriptRequest): Promise<ScriptOutcome>
}
