import { expect, test } from 'vitest'
import { parseCsv } from '../../../lib/text/read-csv.ts'
import type { CampaignField } from './campaign-fields.ts'
import { LIST_MAX, readStudentList } from './student-list.ts'

const read = (text: string, fields: readonly CampaignField[]): ReturnType<typeof readStudentList> =>
  readStudentList(parseCsv(text).rows, fields)

test('a list by Chinese headings in any order', () => {
  expect(read('学号,邮箱,姓名\n20260017, Lin@Example.com ,林晓\n', ['student-number'])).toEqual({
    students: [{ email: 'lin@example.com', name: '林晓', details: { 'student-number': '20260017' } }],
    problems: [],
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

test('columns that are missing, unknown or there twice stop the list', () => {
  expect(
    read('email,Email,shoe size\n', ['class']).problems.map(({ column, problem }) => `${column}: ${problem}`),
  ).toEqual(['Email: the column is there twice', 'shoe size: no such column', 'class: the column is missing'])
  expect(read('', []).problems).toHaveLength(1)
})

test('a list has an end', () => {
  const rows = Array.from({ length: LIST_MAX + 1 }, (_, i) => `s${i}@example.com`)
  expect(read(['email', ...rows].join('\n'), []).problems).toMatchObject([{ line: LIST_MAX + 2 }])
  expect(read(['email', ...rows.slice(1)].join('\n'), [])).toMatchObject({ problems: [] })
})

test('columns that a spreadsheet left empty are none', () => {
  expect(read('email,name,,\na@example.com,A,,\n', [])).toMatchObject({ problems: [] })
  expect(read('email,name,\na@example.com,A,x\n', [])).toMatchObject({
    problems: [{ line: 2, problem: 'more cells than headings' }],
  })
})
