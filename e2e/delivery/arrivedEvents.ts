import type { Stage } from 'stage/openStage'

/**
 * The events of a stage's pages that a collector has stored, in the order of arrival. Other events, such as page views, are
 * omitted.
 */
export const arrivedEvents = ({ collector }: Pick<Stage, 'collector'>, path = '/collect') =>
  collector.stored(path).filter(({ name }) => name.startsWith('ev-'))

export const arrivedNames = (stage: Pick<Stage, 'collector'>, path?: string): string[] =>
  arrivedEvents(stage, path).map(({ name }) => name)
