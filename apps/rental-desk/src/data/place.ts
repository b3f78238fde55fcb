/** A point on the plane of the map: the built-up area is 1200 wide and 420 high. */
export interface Place {
  readonly x: number
  readonly y: number
}
