/** A command that is none, or whose parameters make no sense. */
export class BadCommand extends Error {}
