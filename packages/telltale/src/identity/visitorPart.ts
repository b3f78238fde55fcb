import type { joinVisitor } from './joinVisitor.ts'
import { createVisitors } from './visitors.ts'

/** The visitor in the settings of the layer: from `visitor`. */
export interface Visitor {
  /** Tells it from other parts of the settings. */
  readonly name: 'visitor'
}

/** What it consists of: what the first identity needs, and what is loaded after the first paint. */
export interface VisitorPart extends Visitor {
  readonly createVisitors: typeof createVisitors
  load(): Promise<typeof joinVisitor>
}

export const visitorPart = (load: VisitorPart['load']): VisitorPart => ({ name: 'visitor', createVisitors, load })
