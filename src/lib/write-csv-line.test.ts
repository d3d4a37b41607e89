import { expect, test } from 'vitest'
import { csvLine } from './write-csv-line.ts'

test('quotes what needs it, and disarms what a spreadsheet would run', () => {
  expect(csvLine(['YFO-1', 'Law, evening', 'say "hi"', 'two\nlines', ''])).toBe(
    'YFO-1,"Law, evening","say ""hi""","two\nlines",',
  )
  expect(csvLine(['=HYPERLINK("x")', '+1', '-1', '@a', '＝1+1', '＠a'])).toBe(
    '"\'=HYPERLINK(""x"")",\'+1,\'-1,\'@a,\'＝1+1,\'＠a',
  )
})
