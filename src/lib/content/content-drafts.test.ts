import { describe, expect, test } from 'vitest'
import { byPublication, isDraft } from './content-drafts.ts'

const text = (...fields: string[]): string => ['---', 'title: A', ...fields, '---', '', 'Words.', ''].join('\n')

describe('a text is a draft', () => {
  test.each(['draft: true', 'draft: True', '"draft": true', 'draft:   true # until May'])('with %s', (field) => {
    expect(isDraft(text(field))).toBe(true)
    expect(isDraft(text(field).replaceAll('\n', '\r\n'))).toBe(true)
    expect(isDraft(`\uFEFF${text(field)}`)).toBe(true)
  })
  test('when its fields cannot be read and name it: a mistake publishes nothing', () => {
    expect(isDraft(text('draft: true', 'summary: "open'))).toBe(true)
  })
  test.each(['draft: false', 'summary: draft', '# draft: true'])('not with %s', (field) => {
    expect(isDraft(text(field))).toBe(false)
  })
  test('not because its words say so', () => {
    expect(isDraft(`${text()}draft: true\n`)).toBe(false)
  })
})

test('every file is on one side', () => {
  const files = new Map([
    ['faq/en/a.md', text('draft: true')],
    ['faq/en/b.md', text()],
    ['rates/cny.yaml', text('draft: true')],
  ])
  const { published, drafts } = byPublication({ root: 'content', files })
  expect([...drafts.files.keys()]).toEqual(['faq/en/a.md'])
  expect([...published.files.keys()]).toEqual(['faq/en/b.md', 'rates/cny.yaml'])
})
