import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
