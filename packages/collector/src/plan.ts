export { compilePlan } from './plan/compilePlan.ts'
export { type JsonSchema, type Plan, readPlan } from './plan/plan.ts'
export { type PlanBreak, planDiff } from './plan/planDiff.ts'
export { planOf } from './plan/planOf.ts'
