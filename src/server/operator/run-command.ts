/** Parses a command line, finds the command, and runs it. Separate from main.ts so that tests can call it. */
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import type { Deps } from '../dependencies.ts'
import { Refusal } from '../http/call-handlers.ts'
import { Conflict } from '../transition.ts'
import type { Command, CommandContext, HostContext } from './command.ts'
import { operatorName, operatorKey } from './operator-name.ts'
import { keyHolders, operatorOfKey, rolesOf, sandboxOperator } from './operators.ts'
import type { OperatorTable } from './operator-tables.ts'

/** 0 done · 1 refused · 2 the command line is wrong. Failures of our own are thrown. */
export type ExitCode = 0 | 1 | 2

interface Output {
  print: (line: string) => void
  fail: (line: string) => void
}

/**
 * Runs one command as the operator of `key`; the sandbox takes `--by NAME` instead. `argv` begins with the noun;
 * `others` are in the help too.
 */
export async function runCommand(
  argv: readonly string[],
  commands: readonly Command[],
  deps: Deps,
  out: Output,
  key?: string,
  others: readonly Described[] = [],
): Promise<ExitCode> {
  const [noun, verb, ...rest] = argv
  const all = [...commands, ...others]
  if (noun === undefined || noun === 'help' || noun === '--help') {
    out.print(help(all))
    return 0
  }
  const found = commands.find((it) => it.noun === noun && it.verb === verb)
  if (!found) {
    out.fail(help(all.some((it) => it.noun === noun) ? all.filter((it) => it.noun === noun) : all))
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
  const { run, why } = given
  return execute((print) => run({ deps, by: access.by, why, print }), out)
}

/** The same for a command of the host, which needs no operator; undefined when it is none of these. */
export async function runHostCommand(
  [noun, verb, ...rest]: readonly string[],
  commands: readonly Command<HostContext>[],
  host: () => Omit<HostContext, 'print'>,
  out: Output,
): Promise<ExitCode | undefined> {
  const found = commands.find((it) => it.noun === noun && it.verb === verb)
  if (!found) return undefined
  const given = parseCommandLine(found, rest)
  if ('wrong' in given) {
    out.fail(`${given.wrong}\n${usage(found)}`)
    return 2
  }
  return execute((print) => given.run({ ...host(), print }), out)
}

/** An option without a value: `--dry-run`. */
const isFlag = (field: z.ZodType | undefined): boolean =>
  field?.safeParse(true).data === true && !field.safeParse('text').success

interface ParsedCommand<Act> {
  run: (act: Act) => Promise<void>
  by: string
  why: string
}

function parseCommandLine<Act>(command: Command<Act>, rest: string[]): ParsedCommand<Act> | { wrong: string } {
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

async function execute(run: (print: CommandContext['print']) => Promise<void>, out: Output): Promise<ExitCode> {
  try {
    await run((line) => out.print(withoutControlCharacters(line)))
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

type Described = Omit<Command, 'prepare'>

function usage({ noun, verb, args = [], input, reads, role, about }: Described): string {
  const options = Object.entries(input.shape)
    .filter(([name]) => !args.includes(name))
    .map(([name, field]) =>
      isFlag(field) ? `[--${name}]` : field.safeParse(undefined).success ? `[--${name} …]` : `--${name} …`,
    )
  const who = reads ? [] : ['--why TEXT']
  return `  ${[noun, verb, ...args.map((it) => `<${it}>`), ...options, ...who].join(' ')}\n      ${about} (role ${role})`
}

const help = (commands: readonly Described[]): string =>
  [
    'npm run operator -- <noun> <verb> …',
    'In the sandbox, --by NAME says who acts; elsewhere the operator’s key does.',
    '',
    ...[...commands].sort((a, b) => `${a.noun} ${a.verb}`.localeCompare(`${b.noun} ${b.verb}`)).map(usage),
  ].join('\n')

interface Credentials {
  /** The operator's key. */
  key?: string | undefined
  /** `--by`: in the sandbox a name replaces the key. */
  by: string
}

/** Who runs an operator command, and whether they may. */
type Access = { by: string } | { refused: string } | { wrong: string }

/**
 * Finds the operator by key and checks the role. Without a key: in the sandbox `--by NAME` acts as that person, and a
 * read-only command needs nobody; elsewhere only the first operator can be created, while nobody has a key.
 */
async function accessOf(deps: Deps, command: Command, { key, by }: Credentials): Promise<Access> {
  if (key) {
    const found = await operatorOfKey(deps, key)
    if (!found) return { refused: 'key_unknown' }
    if (by && operatorKey(by) !== operatorKey(found.id)) return { wrong: `The key is ${found.id}’s, --by says another` }
    return withRole(found, command)
  }
  if (deps.config.mode === 'sandbox') {
    if (by) return withRole(await sandboxOperator(deps, by), command)
    return command.reads ? { by: 'operator:' } : { wrong: 'Who acts, and why? Add --by NAME --why TEXT' }
  }
  if (command.makesFirst && (await keyHolders(deps.db)).length === 0) return { by: 'system' }
  return { refused: by ? 'key_needed: --by names somebody in the sandbox only' : 'key_needed' }
}

function withRole(operator: OperatorTable, { role, takesTemporaryKey }: Command): Access {
  if (operator.status !== 'active') return { refused: 'operator_ended' }
  if (operator.key_temporary === 1 && takesTemporaryKey !== true) return { refused: 'own_key_needed: operator own-key' }
  const may = role === 'any' || rolesOf(operator).includes(role)
  return may ? { by: `operator:${operator.id}` } : { refused: `role_needed ${role}` }
}
