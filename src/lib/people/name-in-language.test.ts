import { expect, test } from 'vitest'
import { documentNames, nameIn, namesOf } from './name-in-language.ts'

const PASSPORT = { idName: 'LI NA', chineseName: '李娜', typedName: 'Li Na' }
const RESIDENT = { idName: '王䶮', passportName: 'WANG YAN', typedName: 'Wang Yan' }

test.each([
  ['a passport, in English', PASSPORT, 'en', 'Li Na'],
  ['a passport, in Chinese', PASSPORT, 'cn', '李娜'],
  ['a mainland ID with the passport’s name, in English', RESIDENT, 'en', 'Wang Yan'],
  ['a mainland ID, in Chinese', RESIDENT, 'cn', '王䶮'],
  ['a mainland ID alone, in English', { idName: '王䶮' }, 'en', '王䶮'],
  ['a passport alone, in Chinese', { idName: 'O’BRIEN ANNA', typedName: "O'Brien Anna" }, 'cn', "O'Brien Anna"],
  ['as a policy from before keeps it', { idName: 'LI NA', chineseName: '李娜' }, 'en', 'LI NA'],
  ['nothing typed yet', { idName: '', chineseName: '' }, 'en', ''],
] as const)('%s', (_, person, lang, name) => expect(nameIn(person, lang)).toBe(name))

test('documents print the passport’s letters', () => {
  expect(documentNames(PASSPORT, 'en')).toEqual({ name: 'LI NA', otherName: '李娜' })
  expect(documentNames(RESIDENT, 'cn')).toEqual({ name: '王䶮', otherName: 'WANG YAN' })
  expect(namesOf(RESIDENT, 'cn')).toEqual({ name: '王䶮', otherName: 'Wang Yan' })
})
