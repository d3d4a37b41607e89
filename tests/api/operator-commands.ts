/** Operator commands in tests: run by their words, as `npm run operator` does, and answered with what they printed. */
import type { Deps } from '../../src/server/dependencies.ts'
import type { Command } from '../../src/server/operator/command.ts'
import { runCommand } from '../../src/server/operator/run-command.ts'

export interface CommandOutput {
  code: number
  said: string
}

/** `words` begin with the noun; `key` is the operator's, which the sandbox does not need. */
export async function commandOutput(
  deps: Deps,
  commands: readonly Command[],
  words: readonly string[],
  key?: string,
): Promise<CommandOutput> {
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line)
  const code = await runCommand(words, commands, deps, { print: say, fail: say }, key)
  return { code, said: lines.join('\n') }
}

/** The same, failing the test unless the command succeeds. */
export async function successfulOutput(...command: Parameters<typeof commandOutput>): Promise<string> {
  const { code, said } = await commandOutput(...command)
  if (code !== 0) throw new Error(`${command[2].join(' ')}: ${said}`)
  return said
}

/** What one of a noun's commands prints for these options: without a command line, its key and its reason. */
export async function preparedOutput(
  deps: Deps,
  commands: readonly Command[],
  verb: string,
  options: Record<string, unknown>,
): Promise<string> {
  const act = commands.find((it) => it.verb === verb)?.prepare(options)
  if (!act || 'wrong' in act) throw new Error(`${verb} cannot be run`)
  const lines: string[] = []
  await act({ deps, by: 'operator:test', why: 'test', print: (line) => void lines.push(line) })
  return lines.join('\n')
}
