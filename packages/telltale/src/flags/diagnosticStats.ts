export interface StreamInit {
  timestamp: number
  failed: boolean
  durationMillis: number
}

/** What happened since the last diagnostic event. */
export interface DiagnosticStats {
  droppedEvents: number
  eventsInLastBatch: number
  streamInits: StreamInit[]
}

export const noStats = (): DiagnosticStats => ({ droppedEvents: 0, eventsInLastBatch: 0, streamInits: [] })
