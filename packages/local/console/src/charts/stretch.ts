/** The displayed range: this many seconds up to a time, in steps of this many. */
export interface Stretch {
  readonly until: number
  readonly seconds: number
  readonly step: number
}
