/** Runs every check and prints a line or more for each. One that takes too long has failed. */
import type { Config } from '../../server/config.ts'
import { fileChecks } from './file-checks.ts'
import { messageChecks } from './message-checks.ts'
import { paymentChecks } from './payment-checks.ts'
import { faultWords, type ProductionCheck } from './production-check.ts'
import { storeChecks } from './store-checks.ts'

/** A feature adds its own here. */
export const PRODUCTION_CHECKS: readonly ProductionCheck[] = [
  ...storeChecks,
  ...fileChecks,
  ...paymentChecks,
  ...messageChecks,
]

const LONGEST = 30_000

/** True when everything works. */
export async function runChecks(
  config: Config,
  checks: readonly ProductionCheck[],
  print: (line: string) => void,
): Promise<boolean> {
  let works = true
  for (const { name, run } of checks) {
    const problems = await problemsOf(() => run(config))
    print(problems.length === 0 ? `ok    ${name}` : problems.map((it) => `FAIL  ${name}: ${it}`).join('\n'))
    works &&= problems.length === 0
  }
  return works
}

async function problemsOf(run: () => Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      run(),
      new Promise<string[]>((done) => {
        timer = setTimeout(() => done(['no answer in half a minute']), LONGEST)
      }),
    ])
  } catch (error) {
    return [faultWords(error)]
  } finally {
    clearTimeout(timer)
  }
}
