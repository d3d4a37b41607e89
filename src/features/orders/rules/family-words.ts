/** What family members are called while their names are missing: "Spouse", "Child 2". */
import type { Translate } from '../../../app/words/translate.ts'
import type { PeopleDraft } from './people-draft.ts'

export function memberName(t: Translate, { family }: Pick<PeopleDraft, 'family'>, key: string): string {
  const member = family.find((it) => it.key === key)
  if (member?.relationship !== 'child') return t('confirm:family.spouse')
  const children = family.filter(({ relationship }) => relationship === 'child')
  return children.length === 1
    ? t('confirm:family.child')
    : t('confirm:family.childOf', { number: children.indexOf(member) + 1 })
}
