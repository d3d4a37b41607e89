/** A handler beside the site of a journey. */
import { claimCommands } from '../../../src/features/claims/server/operator/all-claim-commands.ts'
import type { Server } from '../../../src/server/create-server.ts'
import { successfulOutput } from '../../api/operator-commands.ts'

export type Desk = (by: string, verb: string, claim: string, ...words: string[]) => Promise<string>

/**
 * Runs a command about a claim. The people of the journeys of one site have one account and one visit: what they have
 * in common is confirmed with each decision.
 */
export const deskOver =
  (books: () => Server['deps']): Desk =>
  async (by, verb, claim, ...words) => {
    const at = words.indexOf('--confirm')
    const [confirmed, others] = at < 0 ? [[], words] : [words.slice(at + 1, at + 2), words.toSpliced(at, 2)]
    const run = (...more: string[]): Promise<string> =>
      successfulOutput(books(), claimCommands, [
        'claims',
        verb,
        claim,
        ...others,
        ...more,
        '--by',
        by,
        '--why',
        'case work',
      ])
    const decides = (verb === 'approve' || verb === 'decide') && !words.includes('--dry-run')
    const said = decides ? await run('--dry-run') : ''
    const all = [...confirmed, ...Array.from(said.matchAll(/^! (\S+\.same_\w+) /gm), ([, name]) => name ?? '')]
    return run(...(all.length > 0 ? ['--confirm', all.join(',')] : []))
  }
