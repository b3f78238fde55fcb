/** What the doctor found out about one thing. */
export interface Finding {
  readonly type: 'ok' | 'wrong' | 'skipped'
  /** What it is about: `flags`, `stream`, `collector`, … */
  readonly about: string
  readonly sentence: string
}

/** Makes findings about one thing. */
export function findingsAbout(about: string) {
  return {
    ok: (sentence: string): Finding => ({ type: 'ok', about, sentence }),
    wrong: (sentence: string): Finding => ({ type: 'wrong', about, sentence }),
    skipped: (sentence: string): Finding => ({ type: 'skipped', about, sentence }),
  }
}
