import { expect, test } from 'vitest'
import { parseTable } from '../../../lib/text/read-csv.ts'
import type { CampaignField } from './campaign-fields.ts'
import { LIST_MAX, readStudentList } from './student-list.ts'

const read = (text: string, fields: readonly CampaignField[]): ReturnType<typeof readStudentList> =>
  readStudentList(parseTable(text).rows, fields)

test('a list by Chinese headings in any order', () => {
  expect(read('学号,邮箱,姓名\n20260017, Lin@Example.com ,林晓\n', ['student-number'])).toEqual({
    students: [{ email: 'lin@example.com', name: '林晓', details: { 'student-number': '20260017' } }],
    problems: [],
    notes: [],
  })
})

test('every problem is named by line and column', () => {
  const { problems } = read('email,class\nnobody,A\na@example.com,\n"b@example.com","A\n1"\nA@example.com,B,C\n,x', [
    'class',
  ])
  expect(problems).toEqual([
    { line: 2, column: 'email', problem: 'is no email address' },
    { line: 3, column: 'class', problem: 'is missing' },
    { line: 6, column: '', problem: 'more cells than headings' },
    { line: 6, column: 'email', problem: 'is the same as on line 3' },
    { line: 7, column: 'email', problem: 'is missing' },
  ])
})

const told = (problems: ReturnType<typeof read>['problems']): string[] =>
  problems.map(({ line, column, problem }) => `${line} ${column}: ${problem}`)

test('columns that are missing or there twice stop the list', () => {
  expect(told(read('email,Email,shoe size\n', ['class']).problems)).toEqual([
    '1 Email: the column is there twice',
    '1 class: the column is missing',
  ])
  expect(read('', []).problems).toHaveLength(1)
})

test('a list has an end', () => {
  const rows = Array.from({ length: LIST_MAX + 1 }, (_, i) => `s${i}@example.com`)
  expect(read(['email', ...rows].join('\n'), []).problems).toMatchObject([{ line: LIST_MAX + 2 }])
  expect(read(['email', ...rows.slice(1)].join('\n'), [])).toMatchObject({ problems: [] })
})

test('columns that a spreadsheet left empty are none', () => {
  expect(read('email,name,,\na@example.com,A,,\n', [])).toMatchObject({ problems: [] })
  expect(read('email,name\na@example.com,A,x\n', [])).toMatchObject({
    problems: [{ line: 2, problem: 'more cells than headings' }],
  })
})

test('a column without a heading that holds something is left out, with a note', () => {
  const { students, problems, notes } = read('email,,name,\na@example.com,1,A,\nb@example.com,,B,paid\n', [])
  expect(students.map(({ name }) => name)).toEqual(['A', 'B'])
  expect(problems).toEqual([])
  expect(told(notes)).toEqual([
    '1 : column 2 has no heading, and is left out',
    '1 : column 4 has no heading, and is left out',
  ])
})

test.each([
  '学生姓名,电子邮件,学号',
  '姓名（必填）,邮箱*,学生编号',
  'Student Name,E-mail Address,Student No.',
  'full_name,e-mail,STUDENT ID',
  '學生姓名,電子郵件,學號',
  '姓名/Name,邮箱 Email,学号（Student ID）',
  'Name 姓名,Email 地址,Student No./学号',
])('%s are headings', (head) => {
  expect(read(`${head}\nA,a@example.com,1`, ['student-number'])).toEqual({
    students: [{ name: 'A', email: 'a@example.com', details: { 'student-number': '1' } }],
    problems: [],
    notes: [],
  })
})

test('columns that are none of ours are named and left out, and a title may stand above', () => {
  const { students, problems, notes } = read('2026级名单\n\n序号,邮箱,备注,\n1,a@example.com,x,\n', [])
  expect(students).toEqual([{ email: 'a@example.com', name: '', details: {} }])
  expect([...told(problems), ...told(notes)]).toEqual([
    '3 序号: is none of ours, and is left out',
    '3 备注: is none of ours, and is left out',
  ])
})

test.each([
  ['2.02601E+11', /rounded/],
  ['2.026E+07', /rounded/],
  ['2E+17', /rounded/],
  ['=1+1', /formula/],
  ['#N/A', /error of a spreadsheet/],
  ['########', /error of a spreadsheet/],
  ['3月1日', /day/],
  ['1-Mar', /day/],
  ['2026/3/1', /day/],
])('%s is what a spreadsheet has made of a student number', (text, problem) => {
  expect(read(`email,学号\na@example.com,${text}`, ['student-number']).problems).toEqual([
    { line: 2, column: '学号', problem: expect.stringMatching(problem) as string },
  ])
})

test('what a name cannot hold is told with its line', () => {
  const { problems } = read('email,name\na@example.com,"A\r\nBcc: x"\nb@example.com,=1+1\nc@example.com,A\u202eB', [])
  expect(told(problems)).toEqual([
    '2 name: has a line break or a tab',
    expect.stringMatching(/^4 name: is a formula/),
    '5 name: has characters that cannot be seen',
  ])
})

test('a student number that is there twice is told, and one that may have lost its zeros is noted', () => {
  const head = 'email,学号\n'
  expect(told(read(`${head}a@example.com,17\nb@example.com,17`, ['student-number']).problems)).toEqual([
    '3 学号: is the same as on line 2',
  ])
  const { problems, notes } = read(`${head}a@example.com,20261\nb@example.com,20262\nc@example.com,263`, [
    'student-number',
  ])
  expect(problems).toEqual([])
  expect(told(notes)).toEqual([expect.stringMatching(/^4 学号: has 3 digits where most have 5/)])
})
