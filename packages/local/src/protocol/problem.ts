/** The place as in code, such as `rules[0].clauses[1].values`. Empty for the whole. */
export interface Problem {
  readonly path: string
  readonly message: string
}
