/** Parses a school's list of students: its columns, and its errors by line and column. */
import { isEmail, normaliseEmail } from '../../../lib/people/contact.ts'
import { CAMPAIGN_FIELDS, checkDetails, DETAIL_MAX, type CampaignField } from './campaign-fields.ts'
import { usedCells, type CsvRow } from '../../../lib/text/read-csv.ts'

/** Most students on one list. */
export const LIST_MAX = 5000

export interface ListedStudent {
  email: string
  /** '' where the list has none. */
  name: string
  details: Record<string, string>
}
export interface ListProblem {
  line: number
  /** The column's own heading; '' for the whole line. */
  column: string
  problem: string
}

type Column = 'email' | 'name' | CampaignField
const HEADINGS: Readonly<Record<string, Column>> = {
  email: 'email',
  'e-mail': 'email',
  邮箱: 'email',
  电子邮箱: 'email',
  name: 'name',
  姓名: 'name',
  ...Object.fromEntries(CAMPAIGN_FIELDS.map((field) => [field, field])),
  学号: 'student-number',
  院系: 'faculty',
  学院: 'faculty',
  项目: 'programme',
  专业: 'programme',
  班级: 'class',
}
const NAME_MAX = 100
const PROBLEMS: Readonly<Record<string, string>> = {
  required: 'is missing',
  invisible_characters: 'has characters that cannot be seen',
  invalid: 'has characters that are not allowed',
}

/** All students of the list, or all of its errors. */
export function readStudentList(
  [head, ...rows]: readonly CsvRow[],
  fields: readonly CampaignField[],
): { students: ListedStudent[]; problems: ListProblem[] } {
  const problems: ListProblem[] = []
  if (!head) return { students: [], problems: [{ line: 1, column: '', problem: 'the list is empty' }] }
  const headings = usedCells(head.cells)
  const columns = headings.map((cell) => HEADINGS[cell.toLowerCase()])
  for (const [i, heading] of headings.entries()) {
    if (!columns[i]) problems.push({ line: head.line, column: heading, problem: 'no such column' })
    else if (columns.indexOf(columns[i]) !== i)
      problems.push({ line: head.line, column: heading, problem: 'the column is there twice' })
  }
  for (const column of ['email', ...fields] as const)
    if (!columns.includes(column)) problems.push({ line: head.line, column, problem: 'the column is missing' })
  if (rows.length > LIST_MAX)
    problems.push({
      line: rows[LIST_MAX]?.line ?? 1,
      column: '',
      problem: `more than ${LIST_MAX} students: divide the list`,
    })
  if (problems.length > 0) return { students: [], problems }
  const headingOf = (column: string): string => headings[columns.findIndex((it) => it === column)] ?? column
  const lines = new Map<string, number>()
  const students = rows.map(({ line, cells }) => {
    const say = (column: string, problem: string): void =>
      void problems.push({ line, column: column && headingOf(column), problem })
    if (cells.length > head.cells.length || usedCells(cells).length > columns.length)
      say('', 'more cells than headings')
    const value = (column: Column): string => cells[columns.indexOf(column)] ?? ''
    const email = normaliseEmail(value('email'))
    const before = lines.get(email)
    if (!isEmail(email)) say('email', email === '' ? 'is missing' : 'is no email address')
    else if (before !== undefined) say('email', `is the same as on line ${before}`)
    else lines.set(email, line)
    const name = value('name')
    if (name.length > NAME_MAX) say('name', 'is too long')
    const { details, errors } = checkDetails(fields, Object.fromEntries(fields.map((field) => [field, value(field)])))
    for (const [id, code] of Object.entries(errors)) say(id.slice('details.'.length), PROBLEMS[code] ?? code)
    for (const [field, detail] of Object.entries(details)) if (detail.length > DETAIL_MAX) say(field, 'is too long')
    return { email, name, details }
  })
  return { students, problems }
}
