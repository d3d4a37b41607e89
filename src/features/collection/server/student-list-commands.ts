/** `npm run operator -- campaigns import|students`: imports a school's list of students, and prints their states. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { LANGS } from '../../../lib/locale.ts'
import { ENCODINGS } from '../../../lib/text/text-encoding.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import { readTable, UNREADABLE } from '../../../server/read-table.ts'
import { command, type Command } from '../../../server/operator/command.ts'
import { stateForSchool } from '../rules/application-stage.ts'
import { campaignOf } from '../../orders/server/door.ts'
import { applicationsOf, detailsOf, invitedTo, noteLook } from './campaign-applications.ts'
import { campaignNamed } from './campaigns.ts'
import { fieldsOf } from './student-side-of-campaign.ts'
import { csvLine } from '../../../lib/text/write-csv-line.ts'
import { importStudents, mailsLeaveAt } from './invitations.ts'
import { readStudentList, type ListProblem } from '../rules/student-list.ts'

/** Most problems that are printed; a list in another format has one on each line. */
const MOST_PROBLEMS = 200

const importList = command({
  noun: 'campaigns',
  verb: 'import',
  role: 'finance',
  args: ['campaign', 'file'],
  about:
    'Table of students (.xlsx, or CSV with commas, semicolons or tabs; columns email, name, and the campaign’s fields; others are left out; --encoding where a CSV’s cannot be told): each gets a link by mail once. One wrong line, and nothing is taken in; run again, it goes on where it stopped. --check only looks. Mails leave after --delay minutes; campaigns end stops them until then',
  input: z.object({
    campaign: z.string(),
    file: z.string(),
    encoding: z.enum(ENCODINGS).optional(),
    lang: z.enum(LANGS).default('cn'),
    check: z.boolean().default(false),
    delay: z.coerce.number().int().min(0).max(1440).default(10),
  }),
  run: async ({ campaign, file, encoding, lang, check, delay }, { deps, by, why, print }) => {
    const row = await campaignNamed(deps.db, campaign)
    if (row.status === 'ended' || row.closes_at <= deps.clock()) throw new Refusal('campaign_over')
    const table = await readTable(
      await readFile(file).catch(() => {
        throw new Refusal('file_not_found')
      }),
      encoding,
    )
    if ('unreadable' in table) {
      print(`line ${table.unreadable.line}: ${UNREADABLE[table.unreadable.code]}`)
      throw new Refusal(table.unreadable.code === 'encoding' ? 'encoding' : 'list_has_problems')
    }
    const { students, problems, notes } = readStudentList(table.rows, fieldsOf(row))
    const say = ({ line, column, problem }: ListProblem): string => `line ${line}${column && `, ${column}`}: ${problem}`
    for (const note of notes.slice(0, MOST_PROBLEMS)) print(`! ${say(note)}`)
    for (const problem of problems.slice(0, MOST_PROBLEMS)) print(say(problem))
    if (problems.length > 0) throw new Refusal('list_has_problems')
    if (check) return print(`${students.length} students; nothing is wrong with the list.`)
    await noteLook(deps, row, { by, why }, 'list_imported')
    const mailAt = mailsLeaveAt(deps, row, delay * 60_000)
    const counts = await importStudents(deps, row, students, {
      lang,
      mailAt,
      progress: (done) => print(`${done} of ${students.length}`),
    })
    print(`${counts.invited} invited, ${counts.changed} changed, ${counts.same} as before.`)
    if (counts.invited > 0)
      print(`Mails leave from ${formatInstant(mailAt, 'en')}; until then campaigns end stops them.`)
  },
})

const students = command({
  noun: 'campaigns',
  verb: 'students',
  role: 'finance',
  args: ['campaign'],
  about:
    'CSV for the school: applications and students on its list without one, whether begun, sent, insured or not insured, what it asked for, the list’s email; no names, no IDs, no sums, nothing of health, and nothing of who did not agree. The look is an event',
  input: z.object({ campaign: z.string() }),
  run: async ({ campaign }, { deps, by, why, print }) => {
    const row = await campaignNamed(deps.db, campaign)
    const fields = fieldsOf(row)
    await noteLook(deps, row, { by, why }, 'students_listed')
    print(csvLine(['application', ...fields, 'state', 'invited']))
    const invited = await invitedTo(deps, row.id)
    const shown = new Set<string>()
    for await (const order of applicationsOf(deps, row)) {
      const email = invited.get(order.id)?.email ?? ''
      if (email) shown.add(email)
      if (campaignOf(deps, order)?.shared === false) {
        // The school's own list says who they are; that they applied is theirs to tell.
        const own = invited.get(order.id)
        if (own) print(csvLine(['', ...fields.map((field) => own.details[field] ?? ''), 'not shown', email]))
        continue
      }
      print(csvLine([order.id, ...detailsOf(deps, order, fields), stateForSchool(order.status), email]))
    }
    for (const { email, details } of invited.values())
      if (!shown.has(email)) print(csvLine(['', ...fields.map((field) => details[field] ?? ''), 'invited', email]))
  },
})

export const listCommands: readonly Command[] = [importList, students]
