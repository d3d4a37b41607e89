/** Reads a command line about content and runs it. Separate from main.ts so that tests can call it. */
import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { recordOf } from '../../lib/object-keys.ts'
import { ARTICLE_TOPICS, FAQ_GROUPS } from '../../app/content/schemas.ts'
import { NEW_IN, type NewIn } from '../../app/content/new-entry-template.ts'
import { dayOf, isDay } from '../../lib/dates.ts'
import { ContentError } from '../../lib/source-problems.ts'
import { changesSince } from './changes-since.ts'
import { checkContent, checkReport } from './check-content.ts'
import { importHospitals } from './import-hospitals.ts'
import { readTree } from '../../app/content/check/content-files.ts'
import { newEntry, AlreadyExists } from './new-entry.ts'
import { PRODUCT_OPTIONS, productFacts, type ProductOptions } from './new-product.ts'

export interface CommandContext {
  content: string
  /** The present instant, ms. */
  now: number
  print: (line: string) => void
  fail: (line: string) => void
  /** Options that npm took for itself because the two dashes before the command were missing. */
  keptByNpm?: ReadonlySet<string>
}

/** 0 done · 1 the content is wrong, nothing was changed · 2 the command line is wrong. */
export type ExitCode = 0 | 1 | 2

interface Command {
  usage: string
  about: string
  /** `args` follow the words of the command. Throws `WrongUsage` or `ContentError`; false when the content is wrong. */
  run: (args: string[], desk: CommandContext) => boolean | void
}

class WrongUsage extends Error {}

/** Commands by the words that they begin with. */
const COMMANDS: Readonly<Record<string, Command>> = {
  check: {
    usage: 'check [--lenient-dates]',
    about: 'Lists everything that is wrong, by file and line. --lenient-dates only warns of days that have passed.',
    run: runCheck,
  },
  changes: {
    usage: 'changes TAG-OR-COMMIT',
    about: 'Lists the texts that are new, changed or removed since a release.',
    run: runChanges,
  },
  new: {
    usage:
      `new ${NEW_IN.join('|')} SLUG [--group GROUP] [--topic TOPIC]` +
      ' [--insurer ID --need NEED (--price N --per UNIT --longest DAYS | --plan ID) --countries de,fr]',
    about:
      'Creates a new text in both languages, with its date and place in the list. SLUG is its address: lower-case letters, digits and hyphens. A product (other, overseas) needs its insurer, need and figures.',
    run: runNew,
  },
  'import hospitals': {
    usage: 'import hospitals FILE.csv [--as-of YYYY-MM-DD] [--sample] [--check]',
    about:
      'Replaces all hospitals with the list in a table, as of today or of the given day. --check only says what would change.',
    run: runImport,
  },
}

/** Reminds whoever left out the two dashes of them. */
const usageOf = ({ usage }: Command): string => `  npm run content -- ${usage}`

const HELP = [
  'npm run content -- <command>',
  '',
  ...Object.values(COMMANDS).map(({ usage, about }) => `  ${usage}\n      ${about}`),
].join('\n')

export function runContent(argv: readonly string[], desk: CommandContext): ExitCode {
  if (argv[0] === undefined || argv[0] === 'help' || argv[0] === '--help') {
    desk.print(HELP)
    return 0
  }
  const words = Object.keys(COMMANDS).find((name) => name.split(' ').every((word, i) => argv[i] === word))
  const command = words === undefined ? undefined : COMMANDS[words]
  if (words === undefined || !command) {
    desk.fail(HELP)
    return 2
  }
  try {
    return command.run(argv.slice(words.split(' ').length), desk) === false ? 1 : 0
  } catch (error) {
    if (error instanceof ContentError) {
      desk.fail(`${error.message}\nNothing was changed: ${error.problems.length} to correct.`)
      return 1
    }
    if (!(error instanceof WrongUsage)) throw error
    desk.fail(`${error.message}\n${usageOf(command)}`)
    return 2
  }
}

/**
 * Options and other words of a line. Throws `WrongUsage` for options that no command knows, and for those that npm
 * took: without the two dashes, `npm run content import … --check` arrives here without `--check`, and would write.
 */
function options<const O extends ParseArgsOptionsConfig>(args: string[], known: O, { keptByNpm }: CommandContext) {
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

function runCheck(args: string[], desk: CommandContext): boolean {
  const { content, now, print, fail } = desk
  const { positionals, values } = options(args, { 'lenient-dates': { type: 'boolean' } }, desk)
  if (positionals.length > 0) throw new WrongUsage('Everything is checked: name no file.')
  const { lines, failed } = checkReport(checkContent(content, { now, lenientDates: values['lenient-dates'] ?? false }))
  for (const line of lines) (failed ? fail : print)(line)
  return !failed
}

function runChanges(args: string[], desk: CommandContext): void {
  const [since, ...more] = options(args, {}, desk).positionals
  if (since === undefined || more.length > 0) throw new WrongUsage('Name one tag or commit, the one that is online.')
  const lines = changesSince(desk.content, since)
  if (!lines) throw new WrongUsage(`There is no ${since} in the history of ${desk.content}.`)
  for (const line of lines.length > 0 ? lines : [`Nothing has changed in ${desk.content} since ${since}.`])
    desk.print(line)
}

/** Collections whose entries are added in another way. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  hospitals: 'A hospital is a few lines in content/hospitals/<country>.yaml, see docs/editing.md.',
  plans: 'A plan is five files, see docs/editing.md.',
  pages: 'A new page needs code, see docs/contributing.md. An article does not.',
}

const TEXT_OPTION = { type: 'string' } as const

function runNew(args: string[], desk: CommandContext): void {
  const { content, now, print } = desk
  const {
    positionals: [name, slug, ...more],
    values,
  } = options(
    args,
    { group: { type: 'string' }, topic: { type: 'string' }, ...recordOf(PRODUCT_OPTIONS, () => TEXT_OPTION) },
    desk,
  )
  const collection = NEW_IN.find((it) => it === name)
  if (!collection) throw new WrongUsage(ELSEWHERE[name ?? ''] ?? `Name a collection: ${NEW_IN.join(', ')}.`)
  if (slug === undefined || more.length > 0) throw new WrongUsage('Name one address, e.g. clinics-in-tokyo.')
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 60)
    throw new WrongUsage(`${slug} is not an address: use lower-case letters, digits and hyphens, 60 at most.`)
  const group = chosen(FAQ_GROUPS, values.group, 'group', collection === 'faq')
  const topic = chosen(ARTICLE_TOPICS, values.topic, 'topic', collection === 'articles')
  const product = productLines(content, collection, values)
  try {
    for (const line of newEntry({
      content,
      collection,
      slug,
      today: dayOf(now),
      ...(group && { group }),
      ...(topic && { topic }),
      ...(product && { product }),
    }))
      print(line)
  } catch (error) {
    throw error instanceof AlreadyExists ? new WrongUsage(error.message) : error
  }
}

function productLines(content: string, collection: NewIn, values: ProductOptions): string[] | undefined {
  const given = PRODUCT_OPTIONS.find((name) => values[name] !== undefined)
  if (collection !== 'other' && collection !== 'overseas') {
    if (given !== undefined) throw new WrongUsage(`This has no ${given}.`)
    return undefined
  }
  const found = productFacts(readTree(content), collection, values)
  if ('wrong' in found) throw new WrongUsage(found.wrong)
  return found.lines
}

function chosen<T extends string>(
  words: readonly T[],
  given: string | undefined,
  name: string,
  fits: boolean,
): T | undefined {
  if (given === undefined) return undefined
  if (!fits) throw new WrongUsage(`This has no ${name}.`)
  const word = words.find((it) => it === given)
  if (word === undefined) throw new WrongUsage(`--${name} is one of: ${words.join(', ')}.`)
  return word
}

function runImport(args: string[], desk: CommandContext): void {
  const { content, now, print } = desk
  const {
    positionals: [csv, ...more],
    values,
  } = options(args, { 'as-of': { type: 'string' }, sample: { type: 'boolean' }, check: { type: 'boolean' } }, desk)
  if (csv === undefined || more.length > 0) throw new WrongUsage('Name one file.')
  if (!existsSync(csv)) throw new WrongUsage(`There is no file ${csv}.`)
  const check = values.check ?? false
  const asOf = values['as-of'] ?? dayOf(now)
  if (!isDay(asOf)) throw new WrongUsage(`${asOf} is not a day, written year-month-day.`)
  const changes = importHospitals({ content, csv, asOf, sample: values.sample ?? false, check })
  for (const { country, before, after } of changes) print(`${country}  ${before} → ${after}`)
  const total = changes.reduce((sum, { after }) => sum + after, 0)
  print(
    check
      ? `Nothing is wrong: ${total} hospitals. Nothing was changed.`
      : `${total} hospitals as of ${asOf}. Build the site to show them.`,
  )
}
