/** Why a tool has no result, as a sentence for the agent. */
export class ToolProblem extends Error {}
