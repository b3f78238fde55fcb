/** The result of one check. */
export interface Finding {
  readonly type: 'ok' | 'wrong' | 'skipped'
  /** The subject: `flags`, `stream`, `collector`, … */
  readonly about: string
  readonly sentence: string
}

/** Creates findings about one subject. */
export function findingsAbout(about: string) {
  return {
    ok: (sentence: string): Finding => ({ type: 'ok', about, sentence }),
    wrong: (sentence: string): Finding => ({ type: 'wrong', about, sentence }),
    skipped: (sentence: string): Finding => ({ type: 'skipped', about, sentence }),
  }
}
