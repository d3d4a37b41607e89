/**
 * One thing that production depends on, really tried. Findings contain no value: no key, no personal address, no
 * driver's message.
 */
import type { Config } from '../../server/config.ts'
import { LoggedFault } from '../../server/logs/logging.ts'

export interface ProductionCheck {
  /** What is tried, as it is printed. */
  name: string
  /** What is wrong, a line each; empty when it works. A thrown error counts as one. */
  run: (config: Config) => Promise<string[]>
}

/** An error in words without values: our own message, a driver's code, or the error's kind. */
export function faultWords(error: unknown): string {
  if (error instanceof LoggedFault) return error.message
  if (!(error instanceof Error)) return 'failed'
  const code =
    'responseCode' in error && error.responseCode ? error.responseCode : 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? `failed: ${code}` : `failed: ${error.name}`
}
