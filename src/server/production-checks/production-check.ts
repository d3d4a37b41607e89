/** One thing that production stands on, tried for real. What it finds is said without a value: no key, no address of a person, no word of a driver's. */
import type { Config } from '../config.ts'
import { LoggedFault } from '../logging.ts'

export interface ProductionCheck {
  /** What is tried, as it is printed. */
  name: string
  /** What is wrong, a line each; empty when it works. A fault counts as one. */
  run: (config: Config) => Promise<string[]>
}

/** A fault in words that hold no value: our own message, a driver's code, or its kind. */
export function faultWords(error: unknown): string {
  if (error instanceof LoggedFault) return error.message
  if (!(error instanceof Error)) return 'failed'
  const code = 'responseCode' in error && error.responseCode ? error.responseCode : 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? `failed: ${code}` : `failed: ${error.name}`
}
