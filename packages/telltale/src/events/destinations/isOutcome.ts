const OUTCOMES: readonly unknown[] = ['delivered', 'retry', 'too-large', 'refused']

/** Whether a destination may answer this for events that it was given together. */
export const isOutcome = (outcome: unknown): boolean => OUTCOMES.includes(outcome)
