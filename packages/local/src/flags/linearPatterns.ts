import { setFlagsFromString } from 'node:v8'

/**
 * Lets a regular expression that goes back too often begin again in V8's other engine, whose time grows with the length of the text
 * only. It gives the same results. The engine has no lookarounds and no back references: a pattern with these keeps the usual engine,
 * and `isSlowPattern` finds it. The vendor's evaluator compiles a flag's patterns itself, in this process.
 */
export function preferLinearPatterns(): void {
  try {
    setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  } catch {
    // Another runtime than Node.
  }
}
