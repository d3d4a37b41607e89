/** `npm run operator -- campaigns import|students`: a school's list of students in, and their states out. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { LANGS } from '../../lib/locale.ts'
import { Refusal } from '../../server/call-handlers.ts'
import type { Deps } from '../../server/dependencies.ts'
import { command, type Command } from '../../server/operator/command.ts'
import { applicationsOf, detailsOf, noteLook, premiumWords } from './campaign-applications.server.ts'
import { campaignNamed } from './campaigns.server.ts'
import { fieldsOf } from './applications.server.ts'
import { decodeCsv } from './csv.ts'
import { csvLine } from './csv-line.ts'
import { factsOf, importStudents } from './invitations.server.ts'
import { readStudentList } from './student-list.ts'

/** Problems that are printed; a list of another kind has one on each line. */
const MOST_PROBLEMS = 200

const importList = command({
  noun: 'campaigns', verb: 'import', role: 'finance', args: ['campaign', 'file'],
  about: 'CSV of students (UTF-8 or GB18030; columns email, name, and the campaign’s fields): each gets a link by mail once. One wrong line, and nothing is taken in; run again, it goes on where it stopped',
  input: z.object({ campaign: z.string(), file: z.string(), lang: z.enum(LANGS).default('cn') }),
  run: async ({ campaign, file, lang }, { deps, by, why, print }) => {
    const row = await campaignNamed(deps.db, campaign)
    if (row.status === 'ended' || Number(row.closes_at) <= deps.clock()) throw new Refusal('campaign_over')
    const text = decodeCsv(await readFile(file).catch(() => { throw new Refusal('file_not_found') }))
    if (text === undefined) throw new Refusal('encoding')
    const { students, problems } = readStudentList(text, fieldsOf(row))
    for (const { line, column, problem } of problems.slice(0, MOST_PROBLEMS)) print(`line ${line}${column && `, ${column}`}: ${problem}`)
    if (problems.length > 0) throw new Refusal('list_has_problems')
    await noteLook(deps, row, { by, why }, 'list_imported')
    const counts = await importStudents(deps, row, students, { lang, progress: (done) => print(`${done} of ${students.length}`) })
    print(`${counts.invited} invited, ${counts.changed} changed, ${counts.same} as before.`)
  },
})

const students = command({
  noun: 'campaigns', verb: 'students', role: 'finance', args: ['campaign'],
  about: 'CSV of applications and of students on the list without one: states, what the school asked for, the list’s email; no names, no numbers of IDs, no health answers. The look is an event',
  input: z.object({ campaign: z.string() }),
  run: async ({ campaign }, { deps, by, why, print }) => {
    const row = await campaignNamed(deps.db, campaign)
    const fields = fieldsOf(row)
    await noteLook(deps, row, { by, why }, 'students_listed')
    print(csvLine(['application', ...fields, 'state', 'premium', 'invited']))
    const invited = await invitedTo(deps, row.id)
    const shown = new Set<string>()
    for await (const order of applicationsOf(deps, row)) {
      const email = invited.get(order.id)?.email ?? ''
      if (email) shown.add(email)
      print(csvLine([order.id, ...detailsOf(deps, order, fields), order.status, premiumWords(order), email]))
    }
    for (const { email, details } of invited.values()) if (!shown.has(email)) print(csvLine(['', ...fields.map((field) => details[field] ?? ''), 'invited', '', email]))
  },
})

/** By application, or by a key of their own for those who have none. */
async function invitedTo(deps: Deps, campaign: string) {
  const rows = await deps.db.selectFrom('campaign_invitations').select(['id', 'facts', 'order_id']).where('campaign_id', '=', campaign).orderBy('id').execute()
  return new Map(rows.map((row) => [row.order_id ?? row.id, factsOf(deps, row)] as const))
}

export const listCommands: readonly Command[] = [importList, students]
