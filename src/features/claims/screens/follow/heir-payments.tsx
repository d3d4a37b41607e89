/** The heirs of a claim: each with their share and the state of their payment. Loaded only for a death. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../lib/days/dates.ts'
import { joined, localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { supplementPath } from '../../rules/claim-paths.ts'
import type { ClaimView } from '../../contract.ts'
import { heirRelationKey } from '../../rules/word-keys.ts'

export default function Heirs({ claim }: { claim: ClaimView }) {
  const t = useT()
  return (
    <section aria-labelledby="heirs">
      <h2 className="mb-1 type-h2 web:type-h3" id="heirs">
        {t('claimprogress:heirs.title')}
      </h2>
      {claim.payees.length === 0 ? (
        <p className="measure text-ink-2">{t('claimprogress:heirs.none')}</p>
      ) : (
        <ul className="ruled">
          {claim.payees.map((heir) => (
            <Heir key={heir.id} claim={claim} heir={heir} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Heir({
  claim,
  heir: { id, name, relation, guardian, share, bank, accountTail, due },
}: {
  claim: ClaimView
  heir: ClaimView['payees'][number]
}) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const payments = claim.payments.filter(({ payee }) => payee === id)
  return (
    <li className="grid gap-1 py-3">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">
          {relation ? t('claimprogress:heirs.of', { name, relation: t(heirRelationKey(relation)) }) : name}
        </span>
        {due && <span className="num shrink-0 font-semibold">{formatMoney(due, lang)}</span>}
      </p>
      <p className="num text-small text-ink-2">
        {joined(
          lang,
          t('claimprogress:heirs.share', { share }),
          guardian ? t('claimprogress:heirs.guardian', { name: guardian }) : undefined,
          t('claimprogress:payment.bank', { bank, tail: accountTail }),
        )}
      </p>
      {payments.map((payment) => (
        <p key={payment.id} className="num text-small">
          {joined(
            lang,
            t(`claimprogress:payment.state.${payment.status}`),
            payment.onAccount ? t('claimprogress:onAccount.title') : undefined,
            formatMoney(payment.amount, lang),
            formatNear(dayOf(payment.settledAt ?? payment.startedAt), lang, today),
          )}
          {payment.reason && <span className="block text-ink-2">{payment.reason[lang]}</span>}
          {payment.returned && claim.may.correctAccount && (
            <span className="block">
              <TextLink
                look="go"
                href={localPath(lang, `${supplementPath(claim.id)}&part=account&payment=${payment.id}`)}
              >
                {t('claimprogress:need.accountGo')}
              </TextLink>
            </span>
          )}
        </p>
      ))}
    </li>
  )
}
