/** What a command about content gets, and how it reads its line. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

export interface CommandContext {
  content: string
  /** The present instant, ms. */
  now: number
  print: (line: string) => void
  fail: (line: string) => void
  /** Options that npm took for itself because the two dashes before the command were missing. */
  keptByNpm?: ReadonlySet<string>
}

/** The command line is wrong: the message says how. */
export class WrongUsage extends Error {}

/**
 * Options and other words of a line. Throws `WrongUsage` for options that no command knows, and for those that npm
 * took: without the two dashes, `npm run content import … --check` arrives here without `--check`, and would write.
 */
export function options<const O extends ParseArgsOptionsConfig>(
  args: string[],
  known: O,
  { keptByNpm }: CommandContext,
) {
  const kept = Object.keys(known).find((name) => keptByNpm?.has(name))
  if (kept !== undefined)
    throw new WrongUsage(`npm did not pass on --${kept}: write two dashes between content and the command.`)
  try {
    return parseArgs({ args, allowPositionals: true, options: known })
  } catch (error) {
    // Node's further advice is for programmers.
    throw new WrongUsage(
      error instanceof Error ? `${error.message.replace(/\.? To specify a positional[\s\S]*$/, '')}.` : 'Unreadable',
    )
  }
}
