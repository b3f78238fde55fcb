/** A point on the plane of the map. The built-up area is 1200 units wide and 420 units high. */
export interface Place {
  readonly x: number
  readonly y: number
}
