/** Commands about content that begins on a day, and about versions that were published (decision 0121). */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTree } from '../../app/content/check/content-files.ts'
import { dayInName, filesOn } from '../../lib/content/content-by-day.ts'
import { dayOf, isDay } from '../../lib/days/dates.ts'
import { checkContent, checkReport } from './check-content.ts'
import { options, WrongUsage, type CommandContext } from './command-line.ts'
import { NotPrepared, prepareText } from './prepare-text.ts'
import { readRecord, RECORD, recordWith, unrecorded } from './published-versions.ts'

/** `2027-02-30` is written as a day is, so its form is not what has to be told. */
const notADay = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text} does not exist: no calendar has this day.`
    : `${text} is not a day, written year-month-day.`

export function runPrepare(args: string[], desk: CommandContext): void {
  const { content, now, print } = desk
  const {
    positionals: [key, ...more],
    values: { from },
  } = options(args, { from: { type: 'string' } }, desk)
  if (key === undefined || more.length > 0 || !/^[a-z]+(?:-[a-z]+)*\/[a-z0-9-]+$/.test(key))
    throw new WrongUsage('Name one text, e.g. legal/privacy.')
  if (from === undefined) throw new WrongUsage('--from is a day, written year-month-day.')
  if (!isDay(from)) throw new WrongUsage(notADay(from))
  try {
    for (const line of prepareText({ content, key, from, today: dayOf(now) })) print(line)
  } catch (error) {
    throw error instanceof NotPrepared ? new WrongUsage(error.message) : error
  }
  print('')
  print(`1. Write what changes. Until ${from} everybody is shown what is there now, and then this.`)
  print(`2. CONTENT_DAY=${from} npm run dev shows the site as it will be.`)
  print('3. npm run content -- check reads today and that day.')
  if (/^(?:plans|insurers)\//.test(key))
    print(
      `   Only figures are copied. If words change too, copy ${key.replace('/', '/{en,cn}/')}.md to a file that ends in .from-${from}.md, in both languages.`,
    )
  if (key.startsWith('plans/'))
    print(`   If benefits change, so do the terms: npm run content -- prepare clauses/${key.slice(6)} --from ${from}`)
}

export function runInForce(args: string[], desk: CommandContext): void {
  const {
    positionals: [day, ...more],
  } = options(args, {}, desk)
  if (day === undefined || more.length > 0) throw new WrongUsage('Name a day, written year-month-day.')
  if (!isDay(day)) throw new WrongUsage(notADay(day))
  const { files } = readTree(desk.content)
  const changing = new Set([...files.keys()].flatMap((file) => dayInName(file)?.path ?? []))
  const held = filesOn(files.keys(), day)
  for (const path of [...changing].sort()) desk.print(`${path}  ${held.get(path) ?? 'not yet'}`)
  if (changing.size === 0) desk.print('Nothing changes by day.')
}

export function runRecord(args: string[], desk: CommandContext): boolean {
  const { content, now, print, fail } = desk
  const { positionals } = options(args, {}, desk)
  if (positionals.length > 0) throw new WrongUsage('Everything is recorded: name no text.')
  const checked = checkContent(content, { now })
  // What is recorded here cannot be asked for before.
  const problems = checked.problems.filter(({ code }) => code !== 'unrecorded_version')
  const { lines, failed } = checkReport({ ...checked, problems })
  if (failed) {
    for (const line of lines) fail(line)
    return false
  }
  const all = readTree(content)
  const fresh = unrecorded(all, dayOf(now))
  if (fresh.length > 0) writeFileSync(join(content, RECORD), recordWith(readRecord(all), fresh))
  for (const { key, version, lang } of fresh) print(`${key} ${version} ${lang}`)
  print(fresh.length > 0 ? `${fresh.length} recorded in ${content}/${RECORD}.` : 'Everything in force is recorded.')
  return true
}
