/** Parses a school's list of students: its columns, and its errors by line and column. */
import { isEmail, normaliseEmail } from '../../../lib/people/contact.ts'
import { hasHiddenCharacters } from '../../../lib/text/invisible-characters.ts'
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
/** Headings without case, spaces, marks and what is in brackets. */
const HEADINGS: Readonly<Record<Column, string>> = {
  email:
    'email emailaddress mail studentemail email地址 邮箱 邮箱地址 电子邮箱 电子邮件 电子邮件地址 邮件地址 学生邮箱 联系邮箱 郵箱 電郵 電子郵件 電子郵箱',
  name: 'name fullname studentname 姓名 学生姓名 中文姓名 名字 學生姓名',
  'student-number':
    'studentnumber studentno studentid studentidnumber matriculationnumber 学号 学生学号 学生编号 學號 學生編號',
  faculty: 'faculty school college department 院系 学院 系 院 系别 所在学院 院系名称 學院 院系所',
  programme: 'programme program major course 项目 项目名称 专业 专业名称 项目专业 專業',
  class: 'class classname 班级 班 班级名称 行政班 行政班级 班級',
}
const headingKey = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^)]*\)|[^\p{L}\p{N}]/gu, '')
const COLUMNS: ReadonlyMap<string, Column> = new Map(
  (['email', 'name', ...CAMPAIGN_FIELDS] as const).flatMap((column) =>
    HEADINGS[column].split(' ').map((heading) => [heading, column] as const),
  ),
)
/** A heading in two languages (`邮箱/Email`) is one if both halves say the same. */
function columnOf(heading: string): Column | undefined {
  const key = headingKey(heading)
  const [han, latin] = [/\P{Script=Han}/gu, /\p{Script=Han}/gu].map((others) => COLUMNS.get(key.replace(others, '')))
  return COLUMNS.get(key) ?? (han === latin ? han : undefined)
}
const columnsOf = (headings: readonly string[]): (Column | undefined)[] => headings.map(columnOf)
const NAME_MAX = 100
const PROBLEMS: Readonly<Record<string, string>> = {
  required: 'is missing',
  invisible_characters: 'has characters that cannot be seen',
  invalid: 'has characters that are not allowed',
}

/** A title and notes may stand above the table. */
const LINES_ABOVE = 20

/** What no student has: a spreadsheet has made something else of what was typed. */
const DAMAGE: readonly [RegExp, string][] = [
  [
    /^-?\d(?:\.\d+)?E\+?\d+$/i,
    'a spreadsheet has rounded the number. Make the column “Text”, and type the number anew',
  ],
  [/^=/, 'is a formula and no text. Copy the column, and paste its values'],
  [
    /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/i,
    'is the error of a spreadsheet. Type the cell anew',
  ],
  [
    /^(?:\d{1,2}月\d{1,2}日|\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d)$/i,
    'a spreadsheet has made a day of it. Make the column “Text”, and type the cell anew',
  ],
]
const damageOf = (text: string): string | undefined => DAMAGE.find(([form]) => form.test(text))?.[1]

const nameProblem = (name: string): string | undefined => {
  if (/[\t\n\r]/.test(name)) return 'has a line break or a tab'
  if (hasHiddenCharacters(name)) return PROBLEMS['invisible_characters']
  if (/[<>]/.test(name)) return PROBLEMS['invalid']
  return name.length > NAME_MAX ? 'is too long' : undefined
}

/** The table's columns, and what is wrong with them. */
function readHead(
  { line, cells }: CsvRow,
  fields: readonly CampaignField[],
): { headings: string[]; columns: (Column | undefined)[]; problems: ListProblem[]; notes: ListProblem[] } {
  const headings = usedCells(cells)
  const columns = columnsOf(headings)
  const say = (column: string, problem: string): ListProblem => ({ line, column, problem })
  const twice = headings.filter((_, i) => columns[i] && columns.indexOf(columns[i]) !== i)
  const missing = (['email', ...fields] as const).filter((column) => !columns.includes(column))
  return {
    headings,
    columns,
    problems: [
      ...twice.map((heading) => say(heading, 'the column is there twice')),
      ...missing.map((column) => say(column, 'the column is missing')),
    ],
    notes: headings
      .filter((heading, i) => heading !== '' && columns[i] === undefined)
      .map((heading) => say(heading, 'is none of ours, and is left out')),
  }
}

/** Columns that hold something and whose heading is empty: remarks that somebody wrote beside the list. */
const withoutHeading = ({ line, cells: headings }: CsvRow, rows: readonly CsvRow[]): ListProblem[] =>
  headings.flatMap((heading, i) =>
    heading === '' && rows.some(({ cells }) => (cells[i] ?? '') !== '')
      ? [{ line, column: '', problem: `column ${i + 1} has no heading, and is left out` }]
      : [],
  )

/** Numbers with fewer digits than all others: zeros at the beginning do not survive a spreadsheet. */
function shortNumbers(numbers: readonly { line: number; text: string }[], column: string): ListProblem[] {
  const digits = numbers.filter(({ text }) => /^\d+$/.test(text))
  const longest = Math.max(0, ...digits.map(({ text }) => text.length))
  const short = digits.filter(({ text }) => text.length < longest)
  if (short.length > digits.length / 2) return []
  return short.map(({ line, text }) => ({
    line,
    column,
    problem: `has ${text.length} digits where most have ${longest}: has a spreadsheet dropped zeros at the beginning?`,
  }))
}

/** All students of the list, or all of its errors; `notes` are no errors, and worth a look. */
export function readStudentList(
  table: readonly CsvRow[],
  fields: readonly CampaignField[],
): { students: ListedStudent[]; problems: ListProblem[]; notes: ListProblem[] } {
  const at = table.slice(0, LINES_ABOVE).findIndex(({ cells }) => columnsOf(cells).includes('email'))
  const [head, ...rows] = table.slice(Math.max(at, 0))
  if (!head) return { students: [], problems: [{ line: 1, column: '', problem: 'the list is empty' }], notes: [] }
  const { headings, columns, problems, notes } = readHead(head, fields)
  if (rows.length > LIST_MAX)
    problems.push({
      line: rows[LIST_MAX]?.line ?? 1,
      column: '',
      problem: `more than ${LIST_MAX} students: divide the list`,
    })
  if (problems.length > 0) return { students: [], problems, notes }
  const headingOf = (column: string): string => headings[columns.findIndex((it) => it === column)] ?? column
  /** Address or student number → the line on which it stands first. */
  const lines = new Map<string, number>()
  const students = rows.map(({ line, cells }) => {
    const said = new Set<string>()
    const say = (column: string, problem: string): void => {
      // One for a cell is enough.
      if (!said.has(column)) problems.push({ line, column: column && headingOf(column), problem })
      said.add(column)
    }
    const sayTwice = (column: Column, text: string): void => {
      const before = lines.get(text)
      if (before === undefined) lines.set(text, line)
      else say(column, `is the same as on line ${before}`)
    }
    if (usedCells(cells).length > head.cells.length) say('', 'more cells than headings')
    const value = (column: Column): string => cells[columns.indexOf(column)] ?? ''
    for (const column of ['name', ...fields] as const) {
      const damage = damageOf(value(column))
      if (damage) say(column, damage)
    }
    const email = normaliseEmail(value('email'))
    if (isEmail(email) && !/[\t\n\r]/.test(value('email'))) sayTwice('email', email)
    else say('email', email === '' ? 'is missing' : 'is no email address')
    const name = value('name')
    const wrongName = nameProblem(name)
    if (wrongName) say('name', wrongName)
    const { details, errors } = checkDetails(fields, Object.fromEntries(fields.map((field) => [field, value(field)])))
    for (const [id, code] of Object.entries(errors)) say(id.slice('details.'.length), PROBLEMS[code] ?? code)
    for (const [field, detail] of Object.entries(details)) if (detail.length > DETAIL_MAX) say(field, 'is too long')
    if (details['student-number']) sayTwice('student-number', details['student-number'])
    return { line, student: { email, name, details } }
  })
  const numbers = students.map(({ line, student }) => ({ line, text: student.details['student-number'] ?? '' }))
  return {
    students: students.map(({ student }) => student),
    problems,
    notes: [...notes, ...withoutHeading(head, rows), ...shortNumbers(numbers, headingOf('student-number'))],
  }
}
