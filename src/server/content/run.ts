/** Reads a command line about content and runs it. Apart from main.ts so that tests can call it. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { dayOf, isDay } from '../../lib/dates.ts'
import { ContentError } from '../../lib/source-problems.ts'
import { importHospitals } from './import-hospitals.ts'

export interface Desk {
  content: string
  /** The present instant, ms. */
  now: number
  print: (line: string) => void
  fail: (line: string) => void
}

/** 0 done · 1 the content is wrong, nothing was changed · 2 the command line is wrong. */
export type ExitCode = 0 | 1 | 2

interface Command {
  usage: string
  about: string
  /** `args` stand after verb and noun. Throws `Misused` or `ContentError`. */
  run: (args: string[], desk: Desk) => void
}

class Misused extends Error {}

/** By verb and noun. */
const COMMANDS: Readonly<Record<string, Command>> = {
  'import hospitals': {
    usage: 'import hospitals FILE.csv [--as-of YYYY-MM-DD] [--sample] [--check]',
    about: 'Puts the list of a table in the place of all hospitals. --check only says what would change.',
    run: runImport,
  },
}

const HELP = ['npm run content -- <verb> <noun> …', '', ...Object.values(COMMANDS).map(({ usage, about }) => `  ${usage}\n      ${about}`)].join('\n')

export function runContent(argv: readonly string[], desk: Desk): ExitCode {
  const [verb, noun, ...args] = argv
  if (verb === undefined || verb === 'help' || verb === '--help') {
    desk.print(HELP)
    return 0
  }
  const command = COMMANDS[`${verb} ${noun ?? ''}`]
  if (!command) {
    desk.fail(HELP)
    return 2
  }
  try {
    command.run(args, desk)
    return 0
  } catch (error) {
    if (error instanceof ContentError) {
      desk.fail(`${error.message}\nNothing was changed: ${error.problems.length} to mend.`)
      return 1
    }
    if (!(error instanceof Misused)) throw error
    desk.fail(`${error.message}\n  ${command.usage}`)
    return 2
  }
}

function options(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { 'as-of': { type: 'string' }, sample: { type: 'boolean' }, check: { type: 'boolean' } } })
  } catch (error) {
    throw new Misused(error instanceof Error ? error.message : 'Unreadable')
  }
}

function runImport(args: string[], { content, now, print }: Desk): void {
  const { positionals: [csv, ...more], values } = options(args)
  if (csv === undefined || more.length > 0) throw new Misused('Name one file.')
  if (!existsSync(csv)) throw new Misused(`There is no file ${csv}.`)
  const asOf = values['as-of'] ?? dayOf(now)
  if (!isDay(asOf)) throw new Misused(`${asOf} is not a day.`)
  const check = values.check ?? false
  const changes = importHospitals({ content, csv, asOf, sample: values.sample ?? false, check })
  for (const { country, before, after } of changes) print(`${country}  ${before} → ${after}`)
  const total = changes.reduce((sum, { after }) => sum + after, 0)
  print(check ? `Nothing is wrong: ${total} hospitals. Nothing was changed.` : `${total} hospitals as of ${asOf}. Build the site to show them.`)
}
