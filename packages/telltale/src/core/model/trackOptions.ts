export interface TrackOptions {
  /** Also sends the event to the customer-messaging widget. */
  messaging?: boolean
  /** Which events are given up first when more waits than may be kept. `normal` when absent. */
  priority?: 'low' | 'normal' | 'high'
}
