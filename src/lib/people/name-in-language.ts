/**
 * A person's name on pages and in messages: in Chinese the Chinese name, if there is one; in English in the passport's
 * order, in the letters that were typed. Documents print the passport's letters instead (`documentNames`), because they
 * are compared with it.
 */
import type { Lang } from '../locale.ts'

export interface NamedPerson {
  idName: string
  chineseName?: string | undefined
  /** The name in Latin letters, where the ID is written in Chinese. */
  passportName?: string | undefined
  /** The name in Latin letters as it was typed, where the passport's capitals are stored beside it. */
  typedName?: string | undefined
}

export interface Names {
  name: string
  otherName?: string
}

const inChinese = (name: string): boolean => /\p{Script=Han}/u.test(name)

/** The first name to show in a language, and the person's other name: the ID's, and its counterpart in the other script. */
export const namesOf = (person: NamedPerson, lang: Lang): Names => inOrder(person, lang, person.typedName)

/** The same in the form that documents print. */
export const documentNames = (person: NamedPerson, lang: Lang): Names => inOrder(person, lang, undefined)

/** The single name for a sentence or a line of a list. */
export const nameIn = (person: NamedPerson, lang: Lang): string => namesOf(person, lang).name

function inOrder({ idName, chineseName, passportName }: NamedPerson, lang: Lang, typed: string | undefined): Names {
  const han = inChinese(idName)
  const chinese = han ? idName : chineseName
  const letters = han ? passportName && (typed ?? passportName) : (typed ?? idName)
  if (!chinese || !letters) return { name: (letters || chinese) ?? '' }
  return lang === 'cn' ? { name: chinese, otherName: letters } : { name: letters, otherName: chinese }
}
