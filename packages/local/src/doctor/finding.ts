/** The result of one check. */
export interface Finding {
  /** A `hint` may be intended. `skipped` says what was not checked. */
  readonly type: 'ok' | 'wrong' | 'hint' | 'skipped'
  /** The subject: `flags`, `stream`, `collector`, … */
  readonly about: string
  readonly sentence: string
}

/** Creates findings about one subject. */
export function findingsAbout(about: string) {
  return {
    ok: (sentence: string): Finding => ({ type: 'ok', about, sentence }),
    wrong: (sentence: string): Finding => ({ type: 'wrong', about, sentence }),
    hint: (sentence: string): Finding => ({ type: 'hint', about, sentence }),
    skipped: (sentence: string): Finding => ({ type: 'skipped', about, sentence }),
  }
}
