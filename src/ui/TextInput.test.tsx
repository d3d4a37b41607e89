import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextInput } from './TextInput.tsx'

const props = { value: '', onChange: () => undefined }

test('a phone’s keyboard corrects no name or number, writes numbers in capitals and contacts without', () => {
  const name = renderToStaticMarkup(<TextInput {...props} />)
  const number = renderToStaticMarkup(<TextInput {...props} code />)
  const contact = renderToStaticMarkup(<TextInput {...props} autoCapitalize="none" />)
  for (const field of [name, number, contact]) expect(field).toContain('autoCorrect="off" spellCheck="false"')
  expect(name).not.toContain('autoCapitalize')
  expect(number).toContain('autoCapitalize="characters"')
  expect(contact).toContain('autoCapitalize="none"')
})
