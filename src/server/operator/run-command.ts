/** Parses a command line, finds the command, and runs it. Separate from main.ts so that tests can call it. */
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { Deps } from '../dependencies.ts'
import { Refusal } from '../http/call-handlers.ts'
import { Conflict } from '../transition.ts'
import { accessOf } from './operator-access.ts'
import type { Command, CommandContext } from './command.ts'
import { operatorName } from './operator-name.ts'

/** 0 done · 1 refused · 2 the command line is wrong. Failures of our own are thrown. */
export type ExitCode = 0 | 1 | 2

interface Output {
  print: (line: string) => void
  fail: (line: string) => void
}

/** Runs one command as the operator of `key`; the sandbox takes `--by NAME` instead. `argv` begins with the noun. */
export async function runCommand(
  argv: readonly string[],
  commands: readonly Command[],
  deps: Deps,
  out: Output,
  key?: string,
): Promise<ExitCode> {
  const [noun, verb, ...rest] = argv
  if (noun === undefined || noun === 'help' || noun === '--help') {
    out.print(help(commands))
    return 0
  }
  const found = commands.find((it) => it.noun === noun && it.verb === verb)
  if (!found) {
    out.fail(help(commands.some((it) => it.noun === noun) ? commands.filter((it) => it.noun === noun) : commands))
    return 2
  }
  const given = parseCommandLine(found, rest)
  if ('wrong' in given) {
    out.fail(`${given.wrong}\n${usage(found)}`)
    return 2
  }
  const access = await accessOf(deps, found, { key, by: given.by })
  if ('wrong' in access) {
    out.fail(`${access.wrong}\n${usage(found)}`)
    return 2
  }
  if ('refused' in access) {
    out.fail(`Refused: ${access.refused}`)
    return 1
  }
  return execute({ ...given, by: access.by }, deps, out)
}

/** An option without a value: `--dry-run`. */
const isFlag = (field: z.ZodType | undefined): boolean =>
  field?.safeParse(true).data === true && !field.safeParse('text').success

interface ParsedCommand {
  run: (act: CommandContext) => Promise<void>
  by: string
  why: string
}

function parseCommandLine(command: Command, rest: string[]): ParsedCommand | { wrong: string } {
  const names = [...Object.keys(command.input.shape), 'by', 'why']
  let parsed
  try {
    parsed = parseArgs({
      args: rest,
      allowPositionals: true,
      options: Object.fromEntries(
        names.map((name) => [
          name,
          { type: isFlag(command.input.shape[name]) ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    })
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : 'Unreadable' }
  }
  const { by: typed = '', why, ...options } = parsed.values
  if (typeof typed === 'boolean' || typeof why === 'boolean') return { wrong: 'Add --why TEXT' }
  const by = operatorName(typed)
  const args = command.args ?? []
  if (parsed.positionals.length > args.length)
    return { wrong: `Too many words: ${parsed.positionals.slice(args.length).join(' ')}` }
  const raw = { ...options, ...Object.fromEntries(parsed.positionals.map((value, i) => [args[i], value])) }
  const run = command.prepare(raw)
  if ('wrong' in run)
    return {
      wrong: Object.entries(run.wrong)
        .map(([field, code]) => `${field}: ${code}`)
        .join('\n'),
    }
  if (!command.reads && !why?.trim()) return { wrong: 'Why? Add --why TEXT' }
  return { run, by, why: why?.trim() ?? '' }
}

/**
 * Removes from people's texts what would move the cursor, colour or hide lines, or change the reading direction in an
 * operator's terminal.
 */
const withoutControlCharacters = (line: string): string =>
  line.replace(/[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd')

async function execute({ run, by, why }: ParsedCommand, deps: Deps, out: Output): Promise<ExitCode> {
  try {
    await run({ deps, by, why, print: (line) => out.print(withoutControlCharacters(line)) })
    return 0
  } catch (error) {
    if (error instanceof Refusal)
      out.fail(`Refused: ${error.code}${error.data.fields ? ` ${JSON.stringify(error.data.fields)}` : ''}`)
    else if (error instanceof Conflict)
      out.fail(error.current ? `Refused: it is ${error.current.status} now` : 'Refused: not_found')
    else throw error
    return 1
  }
}

function usage({ noun, verb, args = [], input, reads, role, about }: Command): string {
  const options = Object.entries(input.shape)
    .filter(([name]) => !args.includes(name))
    .map(([name, field]) =>
      isFlag(field) ? `[--${name}]` : field.safeParse(undefined).success ? `[--${name} …]` : `--${name} …`,
    )
  const who = reads ? [] : ['--why TEXT']
  return `  ${[noun, verb, ...args.map((it) => `<${it}>`), ...options, ...who].join(' ')}\n      ${about} (role ${role})`
}

const help = (commands: readonly Command[]): string =>
  [
    'npm run operator -- <noun> <verb> …',
    'In the sandbox, --by NAME says who acts; elsewhere the operator’s key does.',
    '',
    ...[...commands].sort((a, b) => `${a.noun} ${a.verb}`.localeCompare(`${b.noun} ${b.verb}`)).map(usage),
  ].join('\n')
