/**
 * Answers about a death and its heirs, as rows of "check and send". ID numbers are masked; account numbers are in full,
 * because the person checks them.
 */
import type { Translate } from '../../../../../../app/words/translate.ts'
import { maskIdNumber } from '../../../../../../lib/people/id-number-text.ts'
import type { AnswerKey, ClaimAnswers } from '../../../../rules/claim-fields.ts'
import type { DraftView } from '../../../../contract.ts'
import { partsOfHeirs, shareWords } from '../../../../rules/heir-shares.ts'
import { heirRelationKey } from '../../../../rules/word-keys.ts'

interface Row {
  id?: string
  term: string
  value: string
}

export function deathRows(t: Translate, row: (key: AnswerKey) => Row, draft: DraftView, answers: ClaimAnswers): Row[] {
  const { relation } = answers.claimant
  return [
    row('type'),
    row('deathCause'),
    ...(answers.deathCause === 'accident' ? [row('deathDay')] : []),
    {
      id: 'claimant',
      term: t('claimform:field.claimant'),
      value: relation
        ? t('claimform:death.person', { name: draft.signer.name, relation: t(heirRelationKey(relation)) })
        : '',
    },
    row('description'),
  ]
}

/** One row per heir: name and relation, ID, guardian, share, account. */
export function heirRows(t: Translate, { heirs, heirShares }: ClaimAnswers): Row[] {
  const parts = partsOfHeirs(heirs, heirShares)
  return heirs.map((heir, i) => ({
    id: heir.id,
    term: t('claimform:death.heirs.heir', { number: i + 1 }),
    value: [
      heir.relation
        ? t('claimform:death.person', { name: heir.name, relation: t(heirRelationKey(heir.relation)) })
        : heir.name,
      heir.idType ? `${t(`claimform:death.idType.${heir.idType}`)} ${maskIdNumber(heir.idNumber)}` : '',
      heir.guardian ? t('claimform:death.guardianOf', { name: heir.guardian }) : '',
      t('claimform:death.share', { share: shareWords(parts[i] ?? 0, parts) }),
      [heir.accountName, heir.bankName, heir.bankFields['branch'] ?? '', heir.accountNumber].filter(Boolean).join(' '),
    ]
      .filter(Boolean)
      .join('\n'),
  }))
}
