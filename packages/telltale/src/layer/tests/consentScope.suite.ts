/** What a history may contain. */
export interface Scope {
  /** Two tabs decide about different purposes in one moment. */
  readonly simultaneousPurposes: boolean
  /** IndexedDB refuses, also while events are released. */
  readonly databaseRefuses: boolean
  /** Decisions are made while the disk refuses. */
  readonly decidesOnFullDisk: boolean
  /** A page crashes in the moment of a decision. */
  readonly crashesAtDecision: boolean
  /** A user who is forgotten decides again while the page of before is open, or signs out in it. */
  readonly goesOnWhenForgotten: boolean
  /** A visitor who has decided is followed by a customer who is impersonated. */
  readonly impersonatesAfterVisitor: boolean
  /** A visitor has decided, and signs in as a person who has decided before. */
  readonly decidesAgainAsVisitor: boolean
  /** Something is denied before the second stage of the library is loaded. */
  readonly deniesBeforeChunk: boolean
  /** Something happens that one destination may have and another one not yet, before the second stage is loaded. */
  readonly tracksInPartBeforeChunk: boolean
  /** What is denied for one version of the text is not named in the first decision for the next one, and the settings allow it. */
  readonly changesTextOfInitial: boolean
  /** A page is hidden or left in the moment in which it is allowed what was denied before. */
  readonly hidesAfterGrant: boolean
  /** Tabs decide in one moment after the clock of the machine was set back. */
  readonly decidesTwiceAfterClockBack: boolean
  /** A user is forgotten after the clock of the machine was set back. */
  readonly forgetsAfterClockBack: boolean
  /** A page gets another user while it holds something of the one before, and is hidden, or has not loaded the second stage. */
  readonly changesUserWhileHeld: boolean
  /** A user is forgotten while a tab that has another user now has something of the former one. */
  readonly forgetsWhatOthersHold: boolean
  /** A user is forgotten after the text has changed: what a visitor has allowed for the text of before may be there. */
  readonly forgetsAfterDeploy: boolean
  /** A page denies something, and allows it a hundredth of a second later. */
  readonly changesMindAtOnce: boolean
  /** Tabs get another user in the same moment. */
  readonly signsInAtOnce: boolean
  /**
   * What visitors have left behind is told apart from what others allow or deny, the record of a decision is for its user alone, what is stored
   * for an earlier text is deleted with a denial, and what is stored while it is not known who is there, for one destination, is not for another.
   */
  readonly isStrict: boolean
}

export const SCOPE: Scope = {
  simultaneousPurposes: false,
  databaseRefuses: false,
  decidesOnFullDisk: false,
  crashesAtDecision: false,
  goesOnWhenForgotten: false,
  impersonatesAfterVisitor: false,
  decidesAgainAsVisitor: true,
  deniesBeforeChunk: false,
  tracksInPartBeforeChunk: true,
  changesTextOfInitial: false,
  hidesAfterGrant: false,
  decidesTwiceAfterClockBack: false,
  forgetsAfterClockBack: false,
  changesUserWhileHeld: false,
  forgetsWhatOthersHold: false,
  forgetsAfterDeploy: false,
  changesMindAtOnce: true,
  signsInAtOnce: true,
  isStrict: false,
}
