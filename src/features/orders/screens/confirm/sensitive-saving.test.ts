import { describe, expect, test } from 'vitest'
import { AUTOSAVE_MS } from '../../../../app/saving/draft-saving.ts'
import { browser, EMAIL, NAME, server } from './saving/order-saving.testing.ts'

/** The clock of these tests begins in 1970. */
const CHILD_BORN = '1960-05-01'

describe('without the consent to sensitive data', () => {
  const NUMBER = 'people.policyholder.idNumber'

  test('taken back in another tab, what it allowed leaves the page and the device; the rest is saved', async () => {
    const { on, advance, type, device, stands } = browser()
    type(NUMBER, '1101')
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS - 1)
    expect(device().map(({ path }) => path)).toEqual([NUMBER, NAME])
    on.state.consent = 'none'
    on.elsewhere(EMAIL, 'lin@example.com')
    await advance(AUTOSAVE_MS)
    expect([on.at(NAME), on.at(NUMBER), stands(NUMBER), device()]).toEqual(['林晓', '', '', []])
  })

  test('so do the name and contact of a child under 14, of whom everything but the date of birth is sensitive', async () => {
    const [CHILD, BORN] = ['people.insured.idName', 'people.insured.birthDate']
    const { on, advance, type, device, stands } = browser()
    type(BORN, CHILD_BORN)
    await advance(AUTOSAVE_MS)
    type(CHILD, '林小')
    await advance(AUTOSAVE_MS - 1)
    on.state.consent = 'none'
    on.elsewhere(EMAIL, 'lin@example.com')
    await advance(AUTOSAVE_MS)
    expect([on.at(BORN), on.at(CHILD), stands(CHILD), device()]).toEqual([CHILD_BORN, '', '', []])
  })

  test('while it is asked anew, typing of the time before waits on the device and is not sent', async () => {
    const on = server()
    on.state.consent = 'renew'
    const { saving, advance, type, device, stands } = browser(on, [{ path: NUMBER, value: '1101', base: '' }])
    type(NAME, '林晓')
    await advance(AUTOSAVE_MS)
    expect([on.at(NAME), on.at(NUMBER), stands(NUMBER)]).toEqual(['林晓', '', '1101'])
    expect(device().map(({ path }) => path)).toEqual([NUMBER])
    on.state.consent = 'given'
    saving.adopt(on.view())
    expect(await saving.flush()).toBe(true)
    expect([on.at(NUMBER), device()]).toEqual(['1101', []])
  })
})
