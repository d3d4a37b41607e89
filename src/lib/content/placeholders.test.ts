import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits-and-periods.ts'
import { LANGS } from '../locale.ts'
import {
  brokenPlaceholders,
  commonValues,
  fillPlaceholders,
  closestPlaceholder,
  refundExampleMinor,
  UnknownPlaceholder,
} from './placeholders.ts'

describe('a figure that is not written as one is found', () => {
  test.each([
    '{site.phone}',
    '{{site.phone}',
    '{site.phone}}',
    '{{site.phone',
    'site.phone}}',
    '｛｛site.phone｝｝',
    '｛site.phone｝',
  ])('%s', (written) => {
    expect(brokenPlaceholders(`{{limits.decisionDays}} days.\nCall ${written}.`)).toEqual([
      { name: expect.stringContaining('site.phone'), line: 2 },
    ])
    expect(closestPlaceholder(written, ['site.name', 'site.phone'])).toBe('{{site.phone}}')
  })
  test.each(['{{ site.phone }}', '## Heading {#id}', '{a, b}', 'Read site.phone', '｛见附件｝'])(
    'and %s is left alone',
    (written) => {
      expect(brokenPlaceholders(written)).toEqual([])
    },
  )
})

describe('fill', () => {
  test('takes a limit from the one place', () => {
    expect(fillPlaceholders('within {{limits.decisionDays}} days', commonValues('en'), { file: 'a.md' })).toBe(
      `within ${LIMITS.decisionDays} days`,
    )
  })
  test('refuses an unknown name with file and line', () => {
    const run = () =>
      fillPlaceholders('one\ntwo {{plan.nmae}}', commonValues('cn'), { file: 'content/x.md', firstLine: 7 })
    expect(run).toThrow(UnknownPlaceholder)
    expect(run).toThrow('content/x.md:8: unknown placeholder {{plan.nmae}}')
  })
  test('does not take names from the prototype', () => {
    expect(() => fillPlaceholders('{{constructor}}', {}, { file: 'x' })).toThrow(UnknownPlaceholder)
  })
  test('keeps what is filled later', () => {
    expect(fillPlaceholders('{{ plan.name }} {{a}}', { a: '1' }, { file: 'x', keep: ['plan.name'] })).toBe(
      '{{plan.name}} 1',
    )
  })
  test('writes thousands as both languages do', () => {
    for (const lang of LANGS) expect(commonValues(lang)['limits.minorDeathUnder10']).toBe('200,000')
  })
})

test('the refund example is the one of the brief: 3,840.00 for 365 days, 100 used', () => {
  expect(refundExampleMinor()).toBe(181_216)
})
