/** Reads a command line about content and runs it. Separate from main.ts so that tests can call it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordOf } from '../../lib/object-keys.ts'
import { ARTICLE_TOPICS, FAQ_GROUPS } from '../../app/content/schemas.ts'
import { NEW_IN, type NewIn } from '../../app/content/new-entry-template.ts'
import { dayOf, isDay } from '../../lib/days/dates.ts'
import { ENCODINGS } from '../../lib/text/text-encoding.ts'
import { ContentError } from '../../lib/content/source-problems.ts'
import { historyOf } from './change-history.ts'
import { changesSince } from './changes-since.ts'
import { checkContent, checkReport } from './check-content.ts'
import { runInForce, runPrepare, runRecord } from './by-day-commands.ts'
import { options, WrongUsage, type CommandContext } from './command-line.ts'
import { twinChangeLines } from './twin-changes.ts'
import { countriesIn, exportHospitals } from './hospitals/export-hospitals.ts'
import { importHospitals, type Imported } from './hospitals/import-hospitals.ts'
import { readTree, readTreeWithDrafts } from '../../app/content/check/content-files.ts'
import { newEntry, AlreadyExists } from './new-entry.ts'
import { PRODUCT_OPTIONS, productFacts, type ProductOptions } from './new-product.ts'

/** 0 done · 1 the content is wrong, nothing was changed · 2 the command line is wrong. */
export type ExitCode = 0 | 1 | 2

interface Command {
  usage: string
  about: string
  /** `args` follow the words of the command. Throws `WrongUsage` or `ContentError`; false when the content is wrong. */
  run: (args: string[], desk: CommandContext) => boolean | void | Promise<void>
}

/** Commands by the words that they begin with. */
const COMMANDS: Readonly<Record<string, Command>> = {
  check: {
    usage: 'check [--lenient-dates]',
    about: 'Lists everything that is wrong, by file and line. --lenient-dates only warns of days that have passed.',
    run: runCheck,
  },
  changes: {
    usage: 'changes TAG-OR-COMMIT',
    about:
      'Lists what is new, changed or removed since a release: texts, figures and words of the interface, with what is not shown yet.',
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
  twins: {
    usage: 'twins [PATH]',
    about:
      'Lists what each text says since its other language was last changed, by line. PATH is a part of the path: faq, guides/en.',
    run: runTwins,
  },
  'import hospitals': {
    usage: 'import hospitals FILE [--as-of YYYY-MM-DD] [--encoding NAME] [--sample] [--remove-most] [--write]',
    about:
      'Shows row by row what a list of hospitals (.xlsx or CSV) changes in the countries that it has. --write replaces their lists, as of today or of the given day.',
    run: runImport,
  },
  'export hospitals': {
    usage: 'export hospitals FILE.csv [COUNTRY …]',
    about: 'Writes the lists of hospitals, or those of some countries, as a table to be corrected and imported again.',
    run: runExport,
  },
  prepare: {
    usage: 'prepare TEXT --from YYYY-MM-DD',
    about:
      'Copies a text, a plan or terms (legal/privacy, plans/global-study, clauses/us-j1) into files that take their place on that day: with the next version where it has one.',
    run: runPrepare,
  },
  'in-force': {
    usage: 'in-force YYYY-MM-DD',
    about: 'Says which file holds on that day, for everything that changes by day.',
    run: runInForce,
  },
  record: {
    usage: 'record',
    about:
      'Records the versions that are in force: from then on nobody can change or lose their words. Run it when they are published.',
    run: runRecord,
  },
}

/** Reminds whoever left out the two dashes of them. */
const usageOf = ({ usage }: Command): string => `  npm run content -- ${usage}`

const HELP = [
  'npm run content -- <command>',
  '',
  ...Object.values(COMMANDS).map(({ usage, about }) => `  ${usage}\n      ${about}`),
].join('\n')

export async function runContent(argv: readonly string[], desk: CommandContext): Promise<ExitCode> {
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
    return (await command.run(argv.slice(words.split(' ').length), desk)) === false ? 1 : 0
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

function runCheck(args: string[], desk: CommandContext): boolean {
  const { content, now, print, fail } = desk
  const { positionals, values } = options(args, { 'lenient-dates': { type: 'boolean' } }, desk)
  if (positionals.length > 0) throw new WrongUsage('Everything is checked: name no file.')
  const { lines, failed } = checkReport(checkContent(content, { now, lenientDates: values['lenient-dates'] ?? false }))
  for (const line of lines) (failed ? fail : print)(line)
  return !failed
}

function runTwins(args: string[], desk: CommandContext): void {
  const { content, now, print } = desk
  const {
    positionals: [part = '', ...more],
  } = options(args, {}, desk)
  if (more.length > 0) throw new WrongUsage('Name one part of a path.')
  const { root, files } = readTreeWithDrafts(content)
  const within = new Map(
    [...files].filter(([path]) => path.includes(part) || path.replace(/\/(en|cn)\//, '/').includes(part)),
  )
  if (within.size === 0) throw new WrongUsage(`No text has ${part} in its path.`)
  const history = historyOf(content, now)
  if (!history) return print('Nothing is known: the folder has no history.')
  const lines = twinChangeLines({ root, files: within }, history)
  for (const line of lines) print(line)
  if (lines.length === 0) print('Both languages were last changed together.')
}

function runChanges(args: string[], desk: CommandContext): void {
  const [since, ...more] = options(args, {}, desk).positionals
  if (since === undefined || more.length > 0) throw new WrongUsage('Name one tag or commit, the one that is online.')
  const lines = changesSince(desk.content, since, dayOf(desk.now))
  if (!lines) throw new WrongUsage(`There is no ${since} in the history of ${desk.content}.`)
  for (const line of lines.length > 0 ? lines : [`Nothing has changed in texts and words since ${since}.`])
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

const hospitals = (count: number): string => `${count} ${count === 1 ? 'hospital' : 'hospitals'}`

function printChanges(changes: Imported['changes'], print: CommandContext['print']): void {
  for (const { country, before, after, lines } of changes) {
    print(`${country}  ${before} → ${after}${lines.length === 0 ? ', the same' : ''}`)
    for (const line of lines) print(`  ${line}`)
  }
}

function refuseEmptied(emptied: Imported['emptied']): void {
  const gone = emptied.map(({ country, removed, before }) => `${removed} of the ${before} hospitals of ${country}`)
  if (gone.length > 0)
    throw new WrongUsage(
      `Nothing was changed: ${gone.join(', and ')} would be removed. Has every row the right country? If this is meant, add --remove-most.`,
    )
}

async function runImport(args: string[], desk: CommandContext): Promise<void> {
  const { content, now, print } = desk
  const {
    positionals: [table, ...more],
    values,
  } = options(
    args,
    {
      'as-of': { type: 'string' },
      encoding: { type: 'string' },
      sample: { type: 'boolean' },
      'remove-most': { type: 'boolean' },
      write: { type: 'boolean' },
    },
    desk,
  )
  if (table === undefined || more.length > 0) throw new WrongUsage('Name one file.')
  if (!existsSync(table)) throw new WrongUsage(`There is no file ${table}.`)
  const write = values.write ?? false
  const asOf = values['as-of'] ?? dayOf(now)
  if (!isDay(asOf)) throw new WrongUsage(`${asOf} is not a day, written year-month-day.`)
  const encoding = ENCODINGS.find((it) => it === values.encoding?.toLowerCase())
  if (values.encoding !== undefined && encoding === undefined)
    throw new WrongUsage(`${values.encoding} is none of ${ENCODINGS.join(', ')}.`)
  const { changes, untouched, emptied } = await importHospitals({
    content,
    table,
    encoding,
    asOf,
    sample: values.sample ?? false,
    write,
    removeMost: values['remove-most'] ?? false,
    say: print,
  })
  printChanges(changes, print)
  if (untouched.length > 0) print(`Not in the table, and left as they are: ${untouched.join(', ')}.`)
  refuseEmptied(emptied)
  const total = hospitals(changes.reduce((sum, { after }) => sum + after, 0))
  print(
    write
      ? `${total} as of ${asOf}. Build the site to show them.`
      : `Nothing is wrong: ${total}. Nothing was changed: to write it, add --write.`,
  )
}

function runExport(args: string[], desk: CommandContext): void {
  const {
    positionals: [file, ...ids],
  } = options(args, {}, desk)
  if (file === undefined || !/\.csv$/i.test(file)) throw new WrongUsage('Name a file that ends in .csv.')
  if (existsSync(file)) throw new WrongUsage(`${file} exists already: name another.`)
  const all = countriesIn(join(desk.content, 'hospitals'))
  const unknown = ids.find((id) => !all.some((country) => country.id === id))
  if (unknown !== undefined)
    throw new WrongUsage(`There is no country ${unknown}. Known: ${all.map(({ id }) => id).join(', ')}.`)
  const wanted = ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id))
  desk.print(`${hospitals(exportHospitals(wanted, file))} in ${file}.`)
}
