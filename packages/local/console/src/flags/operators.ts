/** The flag service's operators: the text of a clause and of its negation. */
export const OPERATORS: Readonly<Record<string, readonly [string, string]>> = {
  in: ['is', 'is not'],
  startsWith: ['starts with', 'does not start with'],
  endsWith: ['ends with', 'does not end with'],
  contains: ['contains', 'does not contain'],
  matches: ['matches', 'does not match'],
  lessThan: ['<', 'is not <'],
  lessThanOrEqual: ['≤', 'is not ≤'],
  greaterThan: ['>', 'is not >'],
  greaterThanOrEqual: ['≥', 'is not ≥'],
  before: ['is before', 'is not before'],
  after: ['is after', 'is not after'],
  segmentMatch: ['is in segment', 'is not in segment'],
  semVerEqual: ['is version', 'is not version'],
  semVerLessThan: ['is below version', 'is not below version'],
  semVerGreaterThan: ['is above version', 'is not above version'],
}
