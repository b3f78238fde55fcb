/** Loads scripts of others into the page. */
export interface Scripts {
  /** Resolves with whether the script has loaded. A script that failed leaves nothing in the page. Never rejects. */
  load(url: string, options: { nonce?: string | undefined; signal: AbortSignal }): Promise<boolean>
}
