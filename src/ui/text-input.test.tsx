import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import DayQuestion from './DayQuestion.tsx'
import { Select } from './Select.tsx'
import { TextInput } from './TextInput.tsx'

const drawn = (props: Partial<Parameters<typeof TextInput>[0]>): string =>
  renderToStaticMarkup(<TextInput value="" onChange={() => undefined} {...props} />)

test('a phone neither corrects what is typed nor begins a code or an address with a capital', () => {
  for (const props of [{ code: true }, { inputMode: 'email' as const }, {}]) {
    expect(drawn(props)).toContain('autoCorrect="off"')
    expect(drawn(props)).toContain('spellCheck="false"')
  }
  expect(drawn({ code: true })).toContain('autoCapitalize="none"')
  expect(drawn({ inputMode: 'email' })).toContain('autoCapitalize="none"')
  expect(drawn({}), 'a name begins with one').not.toContain('autoCapitalize')
})

test('a value that the list does not have leaves it open, and its first entry is not taken for the choice', () => {
  const list = (value: string): string =>
    renderToStaticMarkup(
      <Select
        value={value}
        onChange={() => undefined}
        placeholder="Choose"
        options={[{ value: 'uk', label: 'United Kingdom' }]}
      />,
    )
  expect(list('gb')).toBe(list(''))
  expect(list('uk')).not.toBe(list(''))
})

test('a day that does not exist is said once: by the error of its field, if there is one', () => {
  const said = (failed: true | undefined): string =>
    renderToStaticMarkup(
      <DayQuestion
        value="1998-02-30"
        lang="en"
        words={{ which: 'Which?', none: (date) => `There is no ${date}` }}
        asked
        failed={failed}
        answer={() => undefined}
      />,
    )
  expect(said(undefined)).toContain('There is no 30')
  expect(said(true)).toBe('')
})
