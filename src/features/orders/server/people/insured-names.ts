/** Who is insured, for lists of orders. */
import { joinedNames, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { backfill } from '../../../../server/db/read-pages.ts'
import { checkedWhenSealed } from '../../../../server/keys/seal.ts'
import { familyOf, insuredDraft, nameInWords, type PeopleDraft } from '../../rules/check-person-fields.ts'
import type { Answers } from '../../contract.ts'
import { memberName } from '../../rules/family-words.ts'
import type { OrderTable } from '../../tables.ts'
import { answersOf } from '../draft/load-open-order.ts'

/** Sealed separately from the answers: lists show the insured's name and unseal nothing else. */
const INSURED = 'orders.insured'
export const sealInsured = (
  { seal, words }: Pick<Deps, 'seal' | 'words'>,
  { people }: Pick<Answers, 'people'>,
): string => seal.seal(INSURED, { en: namesInList(words, people, 'en'), cn: namesInList(words, people, 'cn') })

/** Older orders have one name for both languages. */
const sealedNames = checkedWhenSealed<string | Record<Lang, string>>()
export function insuredName({ seal }: Pick<Deps, 'seal'>, row: Pick<OrderTable, 'insured_name'>, lang: Lang): string {
  if (row.insured_name === null) return ''
  const names = seal.openCached(INSURED, sealedNames, row.insured_name)
  return typeof names === 'string' ? names : names[lang]
}

/**
 * The price counts every member of a family, also a child whose name is left out until the consent to sensitive data:
 * who has no name is listed as the spouse, the child or the student. One person alone needs no stand-in.
 */
function namesInList(words: Deps['words'], people: PeopleDraft, lang: Lang): string {
  const family = familyOf(people)
  const t = (key: string, values?: Record<string, unknown>): string => words(lang, key, values)
  const student = nameInWords(insuredDraft(people), lang) || (family.length > 0 ? t('confirm:family.student') : '')
  const names = [student, ...family.map(({ key, person }) => nameInWords(person, lang) || memberName(t, people, key))]
  return joinedNames(lang, names)
}

/** Fills in `insured_name` of orders that are older than the column. */
export const backfillInsuredNames = (deps: Deps): Promise<void> =>
  backfill(
    deps,
    (after, most) =>
      deps.db
        .selectFrom('orders')
        .select(['id', 'answers', 'version'])
        .where('insured_name', 'is', null)
        .where('erased_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(most)
        .execute(),
    // A draft that was saved in the meantime already has its name.
    (trx, row) =>
      trx
        .updateTable('orders')
        .set({ insured_name: sealInsured(deps, answersOf(deps, row)) })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .where('insured_name', 'is', null)
        .execute(),
  )
